/** A message of a chat prompt. `unknown`: past actions cut so short that no speaker can be read. */
export interface OtrMessage {
  role: 'system' | 'user' | 'assistant' | 'unknown';
  content: string;
}

const INSTRUCTION =
  'Please select the best action using the correct format, do not provide any other information or explanation.';

/**
 * Past actions as messages: what the instructor said is the user's, the rest the
 * assistant's; neighbours of one role become one message. The final instruction ends them.
 */
export function mergeMessages(
  lines: readonly string[],
  instruction: string = INSTRUCTION,
): OtrMessage[] {
  const messages: OtrMessage[] = [];
  for (const line of lines) addMessage(messages, readRole(line), line);
  addMessage(messages, 'user', instruction);
  return messages;
}

function addMessage(messages: OtrMessage[], role: OtrMessage['role'], content: string): void {
  const last = messages.at(-1);
  if (last?.role === role) last.content += ` ${content}`;
  else messages.push({ role, content });
}

/** By the printed text, which may have been cut. */
function readRole(line: string): OtrMessage['role'] {
  if (!line.startsWith('say')) return 'assistant';
  if (line.includes('speaker="instructor"')) return 'user';
  return line.includes('speaker="navigator"') ? 'assistant' : 'unknown';
}

/** Chat templates want a user's message first: an empty one is put in where there is none. */
export function insertEmptyUser(messages: readonly OtrMessage[]): OtrMessage[] {
  const [system, first, ...rest] = messages;
  if (!system || !first || first.role === 'user') return [...messages];
  return [system, { role: 'user', content: '' }, first, ...rest];
}
