#pragma once

#include <QObject>
#include <memory>
#include <vector>

namespace strata::testing {

using TestFactory = std::unique_ptr<QObject> (*)();

/// The test classes linked into this program, in link order.
std::vector<TestFactory>& test_registry();

struct TestRegistration {
    explicit TestRegistration(TestFactory factory) { test_registry().push_back(factory); }
};

}  // namespace strata::testing

/// Adds a test class (a QObject with private slots) to the program of this file.
#define STRATA_TEST(Class)                                                                      \
    static const ::strata::testing::TestRegistration registration_of_##Class(                   \
        []() -> std::unique_ptr<QObject> { return std::make_unique<Class>(); })
