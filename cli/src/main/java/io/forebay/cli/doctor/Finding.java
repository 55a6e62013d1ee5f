package io.forebay.cli.doctor;

/// What one check found.
///
/// @param name of the check
/// @param found what is so
/// @param costs what that costs; empty when all is well
/// @param remedy what to do; empty when there is nothing to do
public record Finding(String name, Verdict verdict, String found, String costs, String remedy) {
    static Finding ok(String name, String found) {
        return new Finding(name, Verdict.OK, found, "", "");
    }

    static Finding warn(String name, String found, String costs, String remedy) {
        return new Finding(name, Verdict.WARN, found, costs, remedy);
    }

    static Finding fail(String name, String found, String costs, String remedy) {
        return new Finding(name, Verdict.FAIL, found, costs, remedy);
    }
}
