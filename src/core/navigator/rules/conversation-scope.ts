import { findHosts, isWithinHost, readHost, explainBlockedSite } from '../sites.ts';
import type { Grant } from './rule-book.ts';
import type { SiteLists } from '../sites.ts';

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
  granted: readonly TaskGrant[];
}

/** `turnId`: of the action about which it was asked. */
interface TaskGrant extends Grant {
  turnId: string;
}

export const EMPTY_SCOPE: ConversationScope = {
  hosts: [],
  visited: [],
  read: [],
  messages: [],
  granted: [],
};

/** The user spoke, with this page before them. */
export function addMessage(
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

export function allowVisit(scope: ConversationScope, host: string): ConversationScope {
  return { ...scope, visited: [...new Set([...scope.visited, host])] };
}

/** Why the page in the tab may not be read now; null when it may. */
export function explainBlockedPage(
  { hosts, visited }: ConversationScope,
  page: string,
  sites: SiteLists,
): string | null {
  const host = readHost(page);
  const blocked = explainBlockedSite(page, sites);
  if (blocked !== null)
    return `I may not work here: ${blocked}. I neither read the page nor acted on it.`;
  if (host === '' || visited.includes(host) || hosts.some((named) => isWithinHost(host, named)))
    return null;
  return `The page is now on ${host}, which you did not name, so I stopped. To go on there, write to me again.`;
}

/** A page was read: what is on it may be carried elsewhere from now on. */
export function addReadHost(scope: ConversationScope, page: string): ConversationScope {
  const host = readHost(page);
  if (host === '' || scope.read.some((known) => isWithinHost(host, known))) return scope;
  return { ...scope, read: [...scope.read, host] };
}

export function allowForTask(
  scope: ConversationScope,
  turnId: string,
  grants: readonly Grant[],
): ConversationScope {
  const given = grants.map((grant) => ({ ...grant, turnId }));
  return { ...scope, granted: [...scope.granted, ...given] };
}

/** Without what was allowed when asked about this action; hosts that it opened are left again. */
export function revokeTaskGrants(scope: ConversationScope, turnId: string): ConversationScope {
  const taken = scope.granted.filter((grant) => grant.turnId === turnId);
  const left = new Set(
    taken.filter(({ condition }) => condition === 'leave-sites').map(({ host }) => host),
  );
  return {
    ...scope,
    granted: scope.granted.filter((grant) => grant.turnId !== turnId),
    hosts: scope.hosts.filter((host) => !left.has(host)),
    visited: scope.visited.filter((host) => !left.has(host)),
  };
}
