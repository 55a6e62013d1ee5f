/// How vLLM names blocks, so that an engine, a router and the store say the same name for the same tokens.
@NullMarked
package io.forebay.core.vllm;

import org.jspecify.annotations.NullMarked;
