/** What an answer turned out to be, filled in while it is read. */
export interface AnswerWatch {
  contentType: string;
  /** The event stream's own end mark has come: what was received is whole. */
  sawDone: boolean;
  /** Body of the last answer that was an error: the package keeps only a part named `error`. */
  errorBody: string;
}

const END_MARK = '[DONE]';

/**
 * A `fetch` that notes what the `openai` package hides: whether the stream reached its end mark, and
 * what kind of answer it was. A server that ignores `stream` and answers with plain JSON is handed on
 * as a stream of that one object.
 */
export function watchFetch(watch: AnswerWatch): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    watch.contentType = (response.headers.get('content-type') ?? '').split(';')[0]?.trim() ?? '';
    if (!response.ok) {
      watch.errorBody = await response.text();
      return new Response(watch.errorBody, { status: response.status, headers: response.headers });
    }
    if (!response.body) return response;
    if (watch.contentType === 'application/json') {
      const body = await response.text();
      watch.sawDone = true;
      return new Response(`data: ${body.replace(/\s*\n\s*/g, ' ')}\n\ndata: ${END_MARK}\n\n`, {
        status: response.status,
        headers: { 'content-type': 'text/event-stream' },
      });
    }
    return new Response(response.body.pipeThrough(watchForEnd(watch)), {
      status: response.status,
      headers: response.headers,
    });
  };
}

function watchForEnd(
  watch: AnswerWatch,
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  const decoder = new TextDecoder();
  let tail = '';
  return new TransformStream({
    transform(chunk, controller) {
      tail += decoder.decode(chunk, { stream: true });
      // On a line of its own only: the same letters may stand in the reply's text.
      watch.sawDone ||= /(?:^|\n)data:\s*\[DONE\]/.test(tail);
      tail = tail.slice(-END_MARK.length - '\ndata: '.length);
      controller.enqueue(chunk);
    },
  });
}
