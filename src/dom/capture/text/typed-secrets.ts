import type { SecretDigest } from '../../../core/demonstration/secrets/digest.ts';
import { digestSecret, isSearchable } from '../../../core/demonstration/secrets/digest.ts';
import { isSearchedField } from '../../../core/demonstration/secrets/secret-fields.ts';
import { escapeText } from '../../../core/snapshot/markup.ts';
import { listenPersistently, getWindow } from '../../native.ts';
import { joinSecretParts } from '../../snapshot/secrets/secrets.ts';
import type { CapturePorts } from '../ports.ts';
import { findDeepTarget } from '../../composed-tree.ts';

export interface TypedSecretPorts extends Pick<
  CapturePorts,
  'document' | 'shadowRootOf' | 'isSecret'
> {
  /** The document's html as it was taken last: what the page showed before it was typed into. */
  lastHtml: () => string;
  /** 32 hex digits by chance. */
  newSalt: () => string;
  report: (digests: SecretDigest[]) => void;
}

/** A field being typed into, and what the page showed before. */
interface SecretEntry {
  before: string;
  value: string;
}

type TextField = HTMLInputElement | HTMLTextAreaElement;

/**
 * Notes what a person types into secret fields, as digests that let it be found again elsewhere: in an
 * address, an echo, the next page. The values themselves stay here, in memory, until they are digested.
 */
export function watchTypedSecrets(ports: TypedSecretPorts, signal: AbortSignal) {
  const entries = new Map<TextField, SecretEntry>();
  const reported = new Set<string>();

  function report(field: TextField, { before, value }: SecretEntry): void {
    if (!isSearchedField({ autocomplete: field.getAttribute('autocomplete') ?? '' })) return;
    for (const whole of [value, joinSecretParts(field, ports.isSecret)]) {
      if (reported.has(whole) || isShownByPage(whole, before)) continue;
      const digests = digestSecret(whole, ports.newSalt());
      if (digests.length === 0) continue;
      reported.add(whole);
      ports.report(digests);
    }
  }

  /** Whether it was typed into a secret field, or is just being typed there, and cannot be there by chance. */
  function isTyped(value: string): boolean {
    if ((reported.size === 0 && entries.size === 0) || !isSearchable(value)) return false;
    return (
      reported.has(value) ||
      [...entries.values()].some(
        (entry) => entry.value === value && !isShownByPage(value, entry.before),
      )
    );
  }

  function findField(event: Event): TextField | null {
    const target = event.isTrusted ? findDeepTarget(event, ports) : null;
    const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    return isField && ports.isSecret(target) ? target : null;
  }

  function onInput(event: Event): void {
    const field = findField(event);
    if (!field) return;
    const { value } = field;
    const entry = entries.get(field) ?? { before: ports.lastHtml(), value: '' };
    entries.set(field, entry);
    // Something else in its place: the one before was a value of its own.
    if (!value.startsWith(entry.value) && !entry.value.startsWith(value)) report(field, entry);
    entry.value = value;
  }

  function close(field: TextField): void {
    const entry = entries.get(field);
    entries.delete(field);
    if (entry) report(field, entry);
  }

  function flush(): void {
    for (const field of [...entries.keys()]) close(field);
  }

  function onDone(event: Event): void {
    const field = findField(event);
    if (field) close(field);
  }

  const window = getWindow(ports.document);
  const on = (type: string, hear: (event: Event) => void): void => {
    const options = { capture: true, passive: true, signal };
    if (window) listenPersistently(ports.document, window, type, hear, options);
  };
  on('input', onInput);
  on('change', onDone);
  on('focusout', onDone);
  on('pagehide', flush);

  return {
    isTyped,
    /** Reports what is being typed as it is by now. */
    flush,
    /** For what is not typed by a person: the copilot's text. */
    note(field: Element, value: string): void {
      const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
      if (isField && ports.isSecret(field)) report(field, { before: ports.lastHtml(), value });
    },
  };
}

/** What the page itself shows is no secret: the word "password", a password that a demo site tells. */
function isShownByPage(value: string, html: string): boolean {
  return html.includes(value) || html.includes(escapeText(value));
}
