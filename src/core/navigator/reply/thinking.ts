/** What a reply says once its thoughts are set aside. */
export interface Spoken {
  text: string;
  /** A thought was begun and not ended: what follows it may be thought or said. */
  open: boolean;
}

const TAG =
  /<(\/?)(?:antml:)?(?:seed:)?(?:think(?:ing)?|thoughts?|reasoning|reflection|scratchpad|analysis|inner_monologue)(?:\s[^<>]{0,100})?>|◁(\/?)think▷|\[(\/?)THINK\]|<\|(begin|end)_of_thought\|>/gi;

/**
 * Takes out what reasoning models think aloud between tags of their own. Where only the closing tag was
 * kept, all before it was thought; where only the opening one was, what follows is left out and `open`.
 */
export function setThinkingAside(reply: string): Spoken {
  const text = dropAnalysis(reply);
  let kept = '';
  let from = 0;
  let opened: number | null = null;
  for (const match of text.matchAll(TAG)) {
    const isClosing =
      match[1] === '/' || match[2] === '/' || match[3] === '/' || /^end$/i.test(match[4] ?? '');
    const end = match.index + match[0].length;
    if (!isClosing) {
      opened ??= match.index;
    } else {
      kept = opened === null ? '' : `${kept}${text.slice(from, opened)} `;
      from = end;
      opened = null;
    }
  }
  const rest = text.slice(from, opened ?? text.length);
  return { text: `${kept}${rest}`.trim(), open: opened !== null };
}

const CHANNEL = '<|channel|>';

/** The channels of gpt-oss's format: `analysis` is thought, the others are said. */
function dropAnalysis(reply: string): string {
  if (!reply.includes(CHANNEL)) return reply;
  return reply
    .split(CHANNEL)
    .filter((part) => !part.trimStart().startsWith('analysis'))
    .join('\n');
}
