package io.forebay.bench.process;

import java.io.IOException;

/// A program that a measurement needs is not installed. The message says how to install it.
public final class MissingProgramException extends IOException {
    private static final long serialVersionUID = 1L;

    MissingProgramException(String program, String debianPackage) {
        super(program + " is needed for the limit and is not installed; run: apt-get install -y " + debianPackage);
    }
}
