/** A property of something that may be anything; undefined where there is none. */
export function read(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The endpoint's own words: OpenAI's `error.message`, Ollama's bare `error`, FastAPI's `detail`. */
export function readDetail(body: unknown): string | undefined {
  const error = read(body, 'error');
  const first = Array.isArray(body) ? read(body, '0') : undefined;
  const said = [
    body,
    read(body, 'message'),
    read(body, 'detail'),
    error,
    read(error, 'message'),
    read(read(first, 'error'), 'message'),
    read(read(read(body, 'detail'), '0'), 'msg'),
  ];
  return said.find((text) => typeof text === 'string');
}
