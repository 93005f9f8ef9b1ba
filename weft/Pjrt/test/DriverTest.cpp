// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Pjrt/test/Driver.h"

#include <set>

namespace weft::pjrt::test {
namespace {

constexpr const char *addProgram = R"(
module @jit_add {
  func.func public @main(%a: tensor<4xf32>, %b: tensor<4xf32>)
      -> (tensor<4xf32>, tensor<f32>) {
    %sum = stablehlo.add %a, %b : tensor<4xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %total = stablehlo.reduce(%sum init: %zero) applies stablehlo.add
        across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    return %sum, %total : tensor<4xf32>, tensor<f32>
  }
})";

constexpr const char *donateProgram = R"(
module @jit_step {
  func.func public @main(%a: tensor<4xf32> {tf.aliasing_output = 0 : i32},
                         %b: tensor<4xf32>) -> tensor<4xf32> {
    %sum = stablehlo.add %a, %b : tensor<4xf32>
    return %sum : tensor<4xf32>
  }
})";

class DriverTest : public testing::TestWithParam<Caller> {
protected:
  Caller caller = GetParam();
};

INSTANTIATE_TEST_SUITE_P(Callers, DriverTest,
                         testing::Values(Caller::Same, Caller::Older,
                                         Caller::Newer),
                         callerName);

TEST(Table, HasEverySlotThatMayNotBeNull) {
  const PJRT_Api &table = api();
  EXPECT_EQ(table.struct_size, size_t(PJRT_Api_STRUCT_SIZE));
  EXPECT_EQ(table.pjrt_api_version.major_version, 0);
  EXPECT_EQ(table.pjrt_api_version.minor_version, 114);
  const char *bytes = reinterpret_cast<const char *>(&table);
  const std::set<size_t> mayBeNull = {offsetof(
      PJRT_Api, PJRT_TopologyDescription_MakeCanonicalShapeForMemorySpace)};
  for (size_t offset = offsetof(PJRT_Api, PJRT_Error_Destroy);
       offset < sizeof(PJRT_Api); offset += sizeof(void *)) {
    void *slot = nullptr;
    std::memcpy(&slot, bytes + offset, sizeof(slot));
    EXPECT_TRUE(slot != nullptr || mayBeNull.contains(offset))
        << "slot at offset " << offset;
  }
}

TEST(Table, ChainsItsExtensions) {
  std::set<int> types;
  for (const PJRT_Extension_Base *extension = api().extension_start;
       extension != nullptr; extension = extension->next) {
    EXPECT_GE(extension->struct_size, sizeof(PJRT_Extension_Base));
    EXPECT_TRUE(types.insert(extension->type).second);
  }
  for (int type :
       {PJRT_Extension_Type_Layouts, PJRT_Extension_Type_FFI,
        PJRT_Extension_Type_MemoryDescriptions, PJRT_Extension_Type_Shardings,
        PJRT_Extension_Type_Gpu_Custom_Call}) {
    EXPECT_TRUE(types.contains(type)) << type;
  }
}

TEST(Table, RefusesStructsThatAreTooSmall) {
  PJRT_Event_IsReady_Args args = {};
  args.struct_size = 8;
  Failure failure = take(api().PJRT_Event_IsReady(&args));
  EXPECT_EQ(failure.code, PJRT_Error_Code_INVALID_ARGUMENT);
  EXPECT_EQ(take(api().PJRT_Event_IsReady(nullptr)).code,
            PJRT_Error_Code_INVALID_ARGUMENT);
}

TEST_P(DriverTest, DescribesThePlugin) {
  WEFT_ARGS(initialize, PJRT_Plugin_Initialize);
  expectOk(api().PJRT_Plugin_Initialize(initialize.get()));
  WEFT_ARGS(attributes, PJRT_Plugin_Attributes);
  expectOk(api().PJRT_Plugin_Attributes(attributes.get()));
  std::set<std::string> names;
  for (size_t i = 0; i < attributes->num_attributes; ++i) {
    const PJRT_NamedValue &value = attributes->attributes[i];
    std::string name(value.name, value.name_size);
    names.insert(name);
    if (name == "stablehlo_current_version") {
      EXPECT_EQ(value.type, PJRT_NamedValue_kInt64List);
      ASSERT_EQ(value.value_size, 3u);
      EXPECT_EQ(value.int64_array_value[0], 1);
    }
  }
  EXPECT_TRUE(names.contains("stablehlo_current_version"));
  EXPECT_TRUE(names.contains("stablehlo_minimum_version"));
  EXPECT_TRUE(names.contains("sdy_current_version"));
  EXPECT_TRUE(names.contains("xla_version"));
}

TEST_P(DriverTest, DescribesClientDevicesAndMemories) {
  Session session(caller, 3);
  WEFT_ARGS(name, PJRT_Client_PlatformName);
  name->client = session.client;
  expectOk(api().PJRT_Client_PlatformName(name.get()));
  EXPECT_EQ(std::string(name->platform_name, name->platform_name_size), "weft");
  WEFT_ARGS(version, PJRT_Client_PlatformVersion);
  version->client = session.client;
  expectOk(api().PJRT_Client_PlatformVersion(version.get()));
  EXPECT_GT(version->platform_version_size, 0u);
  WEFT_ARGS(process, PJRT_Client_ProcessIndex);
  process->client = session.client;
  expectOk(api().PJRT_Client_ProcessIndex(process.get()));
  EXPECT_EQ(process->process_index, 0);

  ASSERT_EQ(session.devices.size(), 3u);
  WEFT_ARGS(addressable, PJRT_Client_AddressableDevices);
  addressable->client = session.client;
  expectOk(api().PJRT_Client_AddressableDevices(addressable.get()));
  EXPECT_EQ(addressable->num_addressable_devices, 3u);
  std::set<PJRT_Memory *> known;
  WEFT_ARGS(memories, PJRT_Client_AddressableMemories);
  memories->client = session.client;
  expectOk(api().PJRT_Client_AddressableMemories(memories.get()));
  for (size_t i = 0; i < memories->num_addressable_memories; ++i) {
    known.insert(memories->addressable_memories[i]);
  }

  for (size_t i = 0; i < session.devices.size(); ++i) {
    PJRT_Device *device = session.devices[i];
    WEFT_ARGS(description, PJRT_Device_GetDescription);
    description->device = device;
    expectOk(api().PJRT_Device_GetDescription(description.get()));
    WEFT_ARGS(id, PJRT_DeviceDescription_Id);
    id->device_description = description->device_description;
    expectOk(api().PJRT_DeviceDescription_Id(id.get()));
    EXPECT_EQ(id->id, static_cast<int>(i));
    WEFT_ARGS(lookup, PJRT_Client_LookupDevice);
    lookup->client = session.client;
    lookup->id = id->id;
    expectOk(api().PJRT_Client_LookupDevice(lookup.get()));
    EXPECT_EQ(lookup->device, device);
    WEFT_ARGS(kind, PJRT_DeviceDescription_Kind);
    kind->device_description = description->device_description;
    expectOk(api().PJRT_DeviceDescription_Kind(kind.get()));
    EXPECT_GT(kind->device_kind_size, 0u);
    WEFT_ARGS(text, PJRT_DeviceDescription_ToString);
    text->device_description = description->device_description;
    expectOk(api().PJRT_DeviceDescription_ToString(text.get()));
    WEFT_ARGS(debug, PJRT_DeviceDescription_DebugString);
    debug->device_description = description->device_description;
    expectOk(api().PJRT_DeviceDescription_DebugString(debug.get()));
    WEFT_ARGS(given, PJRT_DeviceDescription_Attributes);
    given->device_description = description->device_description;
    expectOk(api().PJRT_DeviceDescription_Attributes(given.get()));
    for (size_t k = 0; k < given->num_attributes; ++k) {
      EXPECT_LE(given->attributes[k].type, PJRT_NamedValue_kInt64List);
    }
    WEFT_ARGS(attributes, PJRT_Device_GetAttributes);
    attributes->device = device;
    expectOk(api().PJRT_Device_GetAttributes(attributes.get()));
    ASSERT_NE(attributes->attributes_deleter, nullptr);
    attributes->attributes_deleter(attributes->device_attributes);
    WEFT_ARGS(hardware, PJRT_Device_LocalHardwareId);
    hardware->device = device;
    expectOk(api().PJRT_Device_LocalHardwareId(hardware.get()));
    WEFT_ARGS(here, PJRT_Device_IsAddressable);
    here->device = device;
    expectOk(api().PJRT_Device_IsAddressable(here.get()));
    EXPECT_TRUE(here->is_addressable);
    WEFT_ARGS(own, PJRT_Device_AddressableMemories);
    own->device = device;
    expectOk(api().PJRT_Device_AddressableMemories(own.get()));
    ASSERT_GE(own->num_memories, 1u);
    for (size_t k = 0; k < own->num_memories; ++k) {
      EXPECT_TRUE(known.contains(own->memories[k]));
    }
    PJRT_Memory *memory = session.defaultMemory(i);
    EXPECT_TRUE(known.contains(memory));
    WEFT_ARGS(memoryKind, PJRT_Memory_Kind);
    memoryKind->memory = memory;
    expectOk(api().PJRT_Memory_Kind(memoryKind.get()));
    EXPECT_EQ(std::string(memoryKind->kind, memoryKind->kind_size), "device");
    WEFT_ARGS(memoryId, PJRT_Memory_Id);
    memoryId->memory = memory;
    expectOk(api().PJRT_Memory_Id(memoryId.get()));
    WEFT_ARGS(kindId, PJRT_Memory_Kind_Id);
    kindId->memory = memory;
    expectOk(api().PJRT_Memory_Kind_Id(kindId.get()));
    WEFT_ARGS(users, PJRT_Memory_AddressableByDevices);
    users->memory = memory;
    expectOk(api().PJRT_Memory_AddressableByDevices(users.get()));
    ASSERT_EQ(users->num_devices, 1u);
    EXPECT_EQ(users->devices[0], device);
  }
  WEFT_ARGS(lookup, PJRT_Client_LookupDevice);
  lookup->client = session.client;
  lookup->id = 99;
  EXPECT_EQ(take(api().PJRT_Client_LookupDevice(lookup.get())).code,
            PJRT_Error_Code_NOT_FOUND);
}

TEST_P(DriverTest, KeepsUserDataAtAMemory) {
  static int destroyed = 0;
  destroyed = 0;
  int key = 0;
  int other = 0;
  {
    Session session(caller);
    PJRT_Memory *memory = session.defaultMemory();
    ASSERT_NE(memory->vtable, nullptr);
    int value = 0;
    auto count = [](void *) { ++destroyed; };
    EXPECT_EQ(memory->vtable->get_user_data(memory, &key), nullptr);
    memory->vtable->set_user_data(memory, &key, &value, count);
    memory->vtable->set_user_data(memory, &other, &key, nullptr);
    EXPECT_EQ(memory->vtable->get_user_data(memory, &key), &value);
    EXPECT_EQ(memory->vtable->get_user_data(memory, &other), &key);
    memory->vtable->set_user_data(memory, &key, &other, count);
    EXPECT_EQ(destroyed, 1);
  }
  EXPECT_EQ(destroyed, 2);
}

TEST_P(DriverTest, WritesEveryMemoryStatistic) {
  Session session(caller);
  WEFT_ARGS(stats, PJRT_Device_MemoryStats);
  stats->device = session.devices[0];
  expectOk(api().PJRT_Device_MemoryStats(stats.get()));
  EXPECT_EQ(stats->bytes_in_use, 0);
  EXPECT_TRUE(stats->bytes_limit_is_set);
  EXPECT_GT(stats->bytes_limit, 0);
  // A bool that was not written would still be poison.
  for (const bool *flag :
       {&stats->peak_bytes_in_use_is_set, &stats->num_allocs_is_set,
        &stats->largest_alloc_size_is_set, &stats->bytes_reserved_is_set,
        &stats->peak_bytes_reserved_is_set,
        &stats->bytes_reservable_limit_is_set,
        &stats->largest_free_block_bytes_is_set, &stats->pool_bytes_is_set,
        &stats->peak_pool_bytes_is_set}) {
    unsigned char byte = 0;
    std::memcpy(&byte, flag, 1);
    EXPECT_LE(byte, 1);
  }
}

TEST_P(DriverTest, RunsAProgram) {
  Session session(caller);
  PJRT_LoadedExecutable *executable = session.compile(addProgram);
  ASSERT_NE(executable, nullptr);

  WEFT_ARGS(get, PJRT_LoadedExecutable_GetExecutable);
  get->loaded_executable = executable;
  expectOk(api().PJRT_LoadedExecutable_GetExecutable(get.get()));
  PJRT_Executable *program = get->executable;
  WEFT_ARGS(name, PJRT_Executable_Name);
  name->executable = program;
  expectOk(api().PJRT_Executable_Name(name.get()));
  EXPECT_EQ(std::string(name->executable_name, name->executable_name_size),
            "jit_add");
  WEFT_ARGS(kinds, PJRT_Executable_OutputMemoryKinds);
  kinds->executable = program;
  expectOk(api().PJRT_Executable_OutputMemoryKinds(kinds.get()));
  ASSERT_EQ(kinds->num_outputs, 2u);
  EXPECT_EQ(std::string(kinds->memory_kinds[1], kinds->memory_kind_sizes[1]),
            "device");
  WEFT_ARGS(parameterKinds, PJRT_Executable_ParameterMemoryKinds);
  parameterKinds->executable = program;
  expectOk(api().PJRT_Executable_ParameterMemoryKinds(parameterKinds.get()));
  EXPECT_EQ(parameterKinds->num_parameters, 2u);
  WEFT_ARGS(types, PJRT_Executable_OutputElementTypes);
  types->executable = program;
  expectOk(api().PJRT_Executable_OutputElementTypes(types.get()));
  ASSERT_EQ(types->num_output_types, 2u);
  EXPECT_EQ(types->output_types[0], PJRT_Buffer_Type_F32);
  WEFT_ARGS(dimensions, PJRT_Executable_OutputDimensions);
  dimensions->executable = program;
  expectOk(api().PJRT_Executable_OutputDimensions(dimensions.get()));
  EXPECT_EQ(dimensions->dim_sizes[0], 1u);
  EXPECT_EQ(dimensions->dim_sizes[1], 0u);
  EXPECT_EQ(dimensions->dims[0], 4);
  WEFT_ARGS(fingerprint, PJRT_Executable_Fingerprint);
  fingerprint->executable = program;
  expectOk(api().PJRT_Executable_Fingerprint(fingerprint.get()));
  EXPECT_GT(fingerprint->executable_fingerprint_size, 0u);
  WEFT_ARGS(cost, PJRT_Executable_GetCostAnalysis);
  cost->executable = program;
  expectOk(api().PJRT_Executable_GetCostAnalysis(cost.get()));
  EXPECT_GT(cost->num_properties, 0u);
  WEFT_ARGS(memory, PJRT_Executable_GetCompiledMemoryStats);
  memory->executable = program;
  expectOk(api().PJRT_Executable_GetCompiledMemoryStats(memory.get()));
  EXPECT_EQ(memory->argument_size_in_bytes, 32);
  EXPECT_EQ(memory->output_size_in_bytes, 20);
  WEFT_ARGS(drop, PJRT_Executable_Destroy);
  drop->executable = program;
  expectOk(api().PJRT_Executable_Destroy(drop.get()));

  WEFT_ARGS(devices, PJRT_LoadedExecutable_AddressableDevices);
  devices->executable = executable;
  expectOk(api().PJRT_LoadedExecutable_AddressableDevices(devices.get()));
  ASSERT_EQ(devices->num_addressable_devices, 1u);
  EXPECT_EQ(devices->addressable_devices[0], session.devices[0]);
  WEFT_ARGS(ids, PJRT_LoadedExecutable_AddressableDeviceLogicalIds);
  ids->executable = executable;
  expectOk(api().PJRT_LoadedExecutable_AddressableDeviceLogicalIds(ids.get()));
  EXPECT_EQ(ids->num_addressable_device_logical_ids, 1u);
  WEFT_ARGS(assignment, PJRT_LoadedExecutable_GetDeviceAssignment);
  assignment->executable = executable;
  expectOk(api().PJRT_LoadedExecutable_GetDeviceAssignment(assignment.get()));
  ASSERT_NE(assignment->serialized_device_assignment_deleter, nullptr);
  EXPECT_GT(assignment->serialized_bytes_size, 0u);
  assignment->serialized_device_assignment_deleter(
      assignment->serialized_device_assignment);

  PJRT_Buffer *a = session.fromHost<float>({1, 2, 3, 4}, {4});
  PJRT_Buffer *b = session.fromHost<float>({10, 20, 30, 40}, {4});
  std::vector<PJRT_Buffer *> results = session.execute(executable, {a, b});
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(session.values<float>(results[0]),
            (std::vector<float>{11, 22, 33, 44}));
  EXPECT_EQ(session.values<float>(results[1]), (std::vector<float>{110}));
  EXPECT_FALSE(session.isDeleted(a));
  for (PJRT_Buffer *buffer : {a, b, results[0], results[1]}) {
    session.destroy(buffer);
  }
  session.destroy(executable);
}

TEST_P(DriverTest, DonatesArguments) {
  Session session(caller);
  PJRT_LoadedExecutable *executable = session.compile(donateProgram);
  ASSERT_NE(executable, nullptr);
  PJRT_Buffer *a = session.fromHost<float>({1, 2, 3, 4}, {4});
  PJRT_Buffer *b = session.fromHost<float>({1, 1, 1, 1}, {4});
  std::vector<PJRT_Buffer *> results = session.execute(executable, {a, b});
  ASSERT_EQ(results.size(), 1u);
  EXPECT_TRUE(session.isDeleted(a));
  EXPECT_FALSE(session.isDeleted(b));
  EXPECT_EQ(session.values<float>(results[0]),
            (std::vector<float>{2, 3, 4, 5}));
  Failure failure;
  EXPECT_TRUE(session.execute(executable, {a, b}, &failure).empty());
  EXPECT_NE(failure.code, PJRT_Error_Code_OK);
  EXPECT_FALSE(failure.message.empty());
  for (PJRT_Buffer *buffer : {a, b, results[0]}) {
    session.destroy(buffer);
  }
  session.destroy(executable);
}

TEST_P(DriverTest, SerializesAndLoads) {
  Session session(caller);
  PJRT_LoadedExecutable *first = session.compile(addProgram);
  ASSERT_NE(first, nullptr);
  WEFT_ARGS(get, PJRT_LoadedExecutable_GetExecutable);
  get->loaded_executable = first;
  expectOk(api().PJRT_LoadedExecutable_GetExecutable(get.get()));
  WEFT_ARGS(serialize, PJRT_Executable_Serialize);
  serialize->executable = get->executable;
  expectOk(api().PJRT_Executable_Serialize(serialize.get()));
  std::string bytes(serialize->serialized_bytes,
                    serialize->serialized_bytes_size);
  serialize->serialized_executable_deleter(serialize->serialized_executable);

  // The program comes out in two calls.
  PJRT_Program program;
  std::memset(&program, poison, sizeof(program));
  program.struct_size = PJRT_Program_STRUCT_SIZE;
  program.code = nullptr;
  WEFT_ARGS(optimized, PJRT_Executable_OptimizedProgram);
  optimized->executable = get->executable;
  optimized->program = &program;
  expectOk(api().PJRT_Executable_OptimizedProgram(optimized.get()));
  std::string code(program.code_size, '\0');
  program.code = code.data();
  expectOk(api().PJRT_Executable_OptimizedProgram(optimized.get()));
  EXPECT_EQ(std::string(program.format, program.format_size), "mlir");
  // It is a program, in bytecode this time.
  PJRT_LoadedExecutable *again = session.compile(code);
  ASSERT_NE(again, nullptr);
  session.destroy(again);

  WEFT_ARGS(drop, PJRT_Executable_Destroy);
  drop->executable = get->executable;
  expectOk(api().PJRT_Executable_Destroy(drop.get()));
  session.destroy(first);

  WEFT_ARGS(load, PJRT_Executable_DeserializeAndLoad);
  load->client = session.client;
  load->serialized_executable = bytes.data();
  load->serialized_executable_size = bytes.size();
  load->overridden_serialized_compile_options = nullptr;
  load->overridden_serialized_compile_options_size = 0;
  expectOk(api().PJRT_Executable_DeserializeAndLoad(load.get()));
  PJRT_Buffer *a = session.fromHost<float>({1, 2, 3, 4}, {4});
  std::vector<PJRT_Buffer *> results =
      session.execute(load->loaded_executable, {a, a});
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(session.values<float>(results[1]), (std::vector<float>{20}));
  for (PJRT_Buffer *buffer : {a, results[0], results[1]}) {
    session.destroy(buffer);
  }
  session.destroy(load->loaded_executable);

  // Damage is refused, or lies where it does no harm.
  for (size_t position = 0; position < bytes.size(); position += 13) {
    std::string damaged = bytes;
    damaged[position] = static_cast<char>(damaged[position] ^ 0x40);
    WEFT_ARGS(bad, PJRT_Executable_DeserializeAndLoad);
    bad->client = session.client;
    bad->serialized_executable = damaged.data();
    bad->serialized_executable_size = damaged.size();
    bad->overridden_serialized_compile_options = nullptr;
    bad->overridden_serialized_compile_options_size = 0;
    Failure failure = take(api().PJRT_Executable_DeserializeAndLoad(bad.get()));
    if (failure.code == PJRT_Error_Code_OK) {
      EXPECT_NE(position, 0u);
      session.destroy(bad->loaded_executable);
    }
  }
}

TEST_P(DriverTest, CompilesForATopology) {
  WEFT_ARGS(create, PJRT_TopologyDescription_Create);
  create->topology_name = "weft";
  create->topology_name_size = 4;
  create->create_options = nullptr;
  create->num_options = 0;
  expectOk(api().PJRT_TopologyDescription_Create(create.get()));
  WEFT_ARGS(serialize, PJRT_TopologyDescription_Serialize);
  serialize->topology = create->topology;
  expectOk(api().PJRT_TopologyDescription_Serialize(serialize.get()));
  WEFT_ARGS(read, PJRT_TopologyDescription_Deserialize);
  read->serialized_topology = serialize->serialized_bytes;
  read->serialized_topology_size = serialize->serialized_bytes_size;
  expectOk(api().PJRT_TopologyDescription_Deserialize(read.get()));
  WEFT_ARGS(before, PJRT_TopologyDescription_Fingerprint);
  before->topology = create->topology;
  expectOk(api().PJRT_TopologyDescription_Fingerprint(before.get()));
  WEFT_ARGS(after, PJRT_TopologyDescription_Fingerprint);
  after->topology = read->topology;
  expectOk(api().PJRT_TopologyDescription_Fingerprint(after.get()));
  EXPECT_EQ(before->fingerprint, after->fingerprint);
  serialize->serialized_topology_deleter(serialize->serialized_topology);
  WEFT_ARGS(bad, PJRT_TopologyDescription_Deserialize);
  bad->serialized_topology = "nonsense";
  bad->serialized_topology_size = 8;
  EXPECT_EQ(take(api().PJRT_TopologyDescription_Deserialize(bad.get())).code,
            PJRT_Error_Code_INVALID_ARGUMENT);
  WEFT_ARGS(devices, PJRT_TopologyDescription_GetDeviceDescriptions);
  devices->topology = read->topology;
  expectOk(api().PJRT_TopologyDescription_GetDeviceDescriptions(devices.get()));
  EXPECT_EQ(devices->num_descriptions, 1u);

  PJRT_Program program;
  std::memset(&program, poison, sizeof(program));
  std::string code = addProgram;
  program.struct_size = PJRT_Program_STRUCT_SIZE;
  program.code = code.data();
  program.code_size = code.size();
  program.format = "mlir";
  program.format_size = 4;
  WEFT_ARGS(compile, PJRT_Compile);
  compile->topology = read->topology;
  compile->program = &program;
  compile->compile_options = nullptr;
  compile->compile_options_size = 0;
  compile->client = nullptr;
  expectOk(api().PJRT_Compile(compile.get()));

  Session session(caller);
  WEFT_ARGS(load, PJRT_Client_Load);
  load->client = session.client;
  load->executable = compile->executable;
  load->compile_options = nullptr;
  load->compile_options_size = 0;
  expectOk(api().PJRT_Client_Load(load.get()));
  session.destroy(load->loaded_executable);
  WEFT_ARGS(drop, PJRT_Executable_Destroy);
  drop->executable = compile->executable;
  expectOk(api().PJRT_Executable_Destroy(drop.get()));
  for (PJRT_TopologyDescription *topology :
       {create->topology, read->topology}) {
    WEFT_ARGS(destroy, PJRT_TopologyDescription_Destroy);
    destroy->topology = topology;
    expectOk(api().PJRT_TopologyDescription_Destroy(destroy.get()));
  }
}

TEST_P(DriverTest, DestroysInAnyOrder) {
  auto session = std::make_unique<Session>(caller);
  PJRT_LoadedExecutable *executable = session->compile(addProgram);
  ASSERT_NE(executable, nullptr);
  PJRT_Buffer *a = session->fromHost<float>({1, 2, 3, 4}, {4});
  std::vector<PJRT_Buffer *> results = session->execute(executable, {a, a});
  ASSERT_EQ(results.size(), 2u);
  WEFT_ARGS(ready, PJRT_Buffer_ReadyEvent);
  ready->buffer = results[0];
  expectOk(api().PJRT_Buffer_ReadyEvent(ready.get()));
  session.reset();
  WEFT_ARGS(size, PJRT_Buffer_OnDeviceSizeInBytes);
  size->buffer = results[0];
  expectOk(api().PJRT_Buffer_OnDeviceSizeInBytes(size.get()));
  EXPECT_EQ(size->on_device_size_in_bytes, 16u);
  EXPECT_EQ(finish(ready->event).code, PJRT_Error_Code_OK);
  for (PJRT_Buffer *buffer : {a, results[0], results[1]}) {
    WEFT_ARGS(destroy, PJRT_Buffer_Destroy);
    destroy->buffer = buffer;
    expectOk(api().PJRT_Buffer_Destroy(destroy.get()));
  }
  WEFT_ARGS(destroy, PJRT_LoadedExecutable_Destroy);
  destroy->executable = executable;
  expectOk(api().PJRT_LoadedExecutable_Destroy(destroy.get()));
}

} // namespace
} // namespace weft::pjrt::test
