/*
 * How endpoints say that a question was longer than the model can hold. Statuses differ (400, 413,
 * 422, 500, 429 for a limit per minute that one question exceeds), so the words decide.
 */
const PATTERNS: readonly RegExp[] = [
  // OpenAI, vLLM, OpenRouter, and most that follow them
  /context_length_exceeded|maximum context length|context window/i,
  // vLLM
  /longer than the maximum model length|max_model_len/i,
  // llama.cpp, and Ollama where it runs on it
  /exceeds? the available context size|exceed_context_size|context size (?:has been )?exceeded/i,
  // Ollama
  /exceeds? (?:the )?(?:max(?:imum)? )?context (?:length|limit)|prompt too long/i,
  // Anthropic
  /prompt is too long|input is too long|exceed context limit|request_too_large/i,
  // Gemini
  /input token count.{0,60}exceeds|exceeds the maximum number of tokens/i,
  // TGI
  /inputs`? tokens \+ `?max_new_tokens`? must be|`?inputs`? must have less than/i,
  // LM Studio
  /greater than the context length|initial prompt when context the overflows/i,
  // Groq, Mistral
  /reduce (?:the length of the messages|your message size)|too large for model/i,
];

/** Whether an error says that the question was too long: asked again in fewer tokens, it may work. */
export function isOverflow(status: number, detail: string): boolean {
  if (status === 413) return true;
  return status >= 400 && PATTERNS.some((pattern) => pattern.test(detail));
}
