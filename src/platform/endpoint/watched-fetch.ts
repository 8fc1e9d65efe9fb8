/** Why an answer is not read on: it leads elsewhere, has no end, or is no text. */
export type AnswerFault = 'redirected' | 'endless' | 'damaged';

/** What an answer turned out to be, filled in while it is read. */
export interface AnswerWatch {
  contentType: string;
  /** The event stream's own end mark has come: what was received is whole. */
  sawDone: boolean;
  /** Body of the last answer that was an error: the package keeps only a part named `error`. */
  errorBody: string;
  fault: AnswerFault | null;
}

const END_MARK = '[DONE]';
const STREAM = { 'content-type': 'text/event-stream' };
const NEW_LINE = 0x0a;
/** No answer is longer, with all that stands around its words. */
const MOST_BYTES = 32 * 1024 * 1024;
/** Nor is any of its lines; what reads them takes ever longer to find where one ends. */
const LONGEST_LINE = 1024 * 1024;
/** Of an error's explanation more is not read: it may have no end either. */
const MOST_ERROR_BYTES = 64 * 1024;

/**
 * A `fetch` that notes what the `openai` package hides: whether the stream reached its end mark, and
 * what kind of answer it was. A server that ignores `stream` and answers with plain JSON is handed on
 * as a stream of that one object. It follows no redirect: what is asked goes to the address that the user
 * has set, and nowhere else.
 */
export function watchFetch(watch: AnswerWatch): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'manual' });
    watch.contentType = (response.headers.get('content-type') ?? '').split(';')[0]?.trim() ?? '';
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
      throw fail(watch, 'redirected');
    }
    if (!response.ok) {
      watch.errorBody = await readBeginning(response, MOST_ERROR_BYTES);
      return new Response(watch.errorBody, { status: response.status, headers: response.headers });
    }
    // Browsers differ in what body a 204 has.
    if (!response.body || response.status === 204 || response.status === 205) {
      watch.sawDone = true;
      return new Response(`data: ${END_MARK}\n\n`, { headers: STREAM });
    }
    const body = response.body.pipeThrough(watchBytes(watch));
    if (watch.contentType !== 'application/json') {
      return new Response(body, { status: response.status, headers: response.headers });
    }
    const text = await new Response(body).text();
    // Some servers call a stream so, too.
    const isStream = /^\s*(?:data|event|id|retry)?:/.test(text);
    if (!isStream) watch.sawDone = true;
    return new Response(
      isStream ? text : `data: ${text.replace(/\s*\n\s*/g, ' ')}\n\ndata: ${END_MARK}\n\n`,
      { status: response.status, headers: STREAM },
    );
  };
}

function fail(watch: AnswerWatch, fault: AnswerFault): Error {
  watch.fault = fault;
  return new Error(fault);
}

/** Passes on what is text, and not too long; notes the stream's end mark. */
function watchBytes(
  watch: AnswerWatch,
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let tail = '';
  let bytes = 0;
  let line = 0;
  const read = (chunk?: Uint8Array): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw fail(watch, 'damaged');
    }
  };
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      const end = chunk.lastIndexOf(NEW_LINE);
      line = end < 0 ? line + chunk.byteLength : chunk.byteLength - end;
      if (bytes > MOST_BYTES || line > LONGEST_LINE) throw fail(watch, 'endless');
      tail += read(chunk);
      // On a line of its own only: the same letters may stand in the reply's text.
      watch.sawDone ||= /(?:^|\n)data:\s*\[DONE\]/.test(tail);
      tail = tail.slice(-END_MARK.length - '\ndata: '.length);
      controller.enqueue(chunk);
    },
  });
}

/** What an error says first; what comes of it before it breaks off. */
async function readBeginning({ body }: Response, most: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const chunk of body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length > most) break;
    }
  } catch {
    // The status is known, and says the most of it.
  }
  return text.slice(0, most);
}
