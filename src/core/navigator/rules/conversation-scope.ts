import { findHosts, isWithin, readHost } from './host.ts';
import type { Grant } from './rule-book.ts';
import type { SiteLists } from './site-list.ts';
import { judgeSite } from './site-list.ts';

/** What one conversation allows, and what it has seen. A plain JSON value; the functions give a new one. */
export interface ConversationScope {
  /** Hosts the user named or was on when speaking, and those allowed since. */
  hosts: readonly string[];
  /** Hosts the navigator was let on to without naming them for good. */
  visited: readonly string[];
  /** Hosts whose pages were read. */
  read: readonly string[];
  /** What the user wrote, oldest first. */
  messages: readonly string[];
  /** Given for this conversation. */
  granted: readonly Grant[];
}

export const NEW_SCOPE: ConversationScope = {
  hosts: [],
  visited: [],
  read: [],
  messages: [],
  granted: [],
};

/** The user spoke, with this page before them. */
export function hearMessage(
  scope: ConversationScope,
  text: string,
  page: string,
): ConversationScope {
  const hosts = [readHost(page), ...findHosts(text)];
  return { ...allowHosts(scope, hosts), messages: [...scope.messages, text] };
}

export function allowHosts(scope: ConversationScope, hosts: readonly string[]): ConversationScope {
  return { ...scope, hosts: [...new Set([...scope.hosts, ...hosts])].filter(Boolean) };
}

export function letVisit(scope: ConversationScope, host: string): ConversationScope {
  return { ...scope, visited: [...new Set([...scope.visited, host])] };
}

/** Why the page in the tab may not be read now; null when it may. */
export function explainOutside(
  { hosts, visited }: ConversationScope,
  page: string,
  sites: SiteLists,
): string | null {
  const host = readHost(page);
  const blocked = judgeSite(page, sites);
  if (blocked !== null)
    return `I may not work here: ${blocked}. I neither read the page nor acted on it.`;
  if (host === '' || visited.includes(host) || hosts.some((named) => isWithin(host, named)))
    return null;
  return `The page is now on ${host}, which you did not name, so I stopped. To go on there, write to me again.`;
}

/** A page was read: what is on it may be carried elsewhere from now on. */
export function notePageRead(scope: ConversationScope, page: string): ConversationScope {
  const host = readHost(page);
  if (host === '' || scope.read.some((known) => isWithin(host, known))) return scope;
  return { ...scope, read: [...scope.read, host] };
}

export function allowForTask(
  scope: ConversationScope,
  grants: readonly Grant[],
): ConversationScope {
  return { ...scope, granted: [...scope.granted, ...grants] };
}
