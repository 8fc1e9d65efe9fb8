import type { BrowserTurn } from '../../demonstration/demonstration.ts';
import type { UploadedEvent } from './uploaded.ts';
import { readNumber, readText } from './uploaded.ts';

/** The action of an event in replay.json; null for an intent that Wayscribe has not. */
export function readAction(event: UploadedEvent): BrowserTurn['action'] | null {
  const { intent, given, metadata, properties, uid } = event;
  // A target without a uid is in no page: lint says so.
  const target = uid ?? '';
  switch (intent) {
    case 'click':
    case 'hover':
    case 'submit':
      return { intent, uid: target };
    case 'textInput':
      return { intent, uid: target, text: readText(given['text']) };
    case 'change':
      return { intent, uid: target, value: readText(given['value']) };
    case 'load':
      return { intent, url: readText(metadata['url']) };
    case 'scroll':
      return {
        intent,
        x: readNumber(given['scrollX']),
        y: readNumber(given['scrollY']),
        uid: null,
      };
    case 'copy':
      return { intent, text: readText(given['selected']), uid };
    case 'paste':
      return { intent, text: readText(given['pasted']), uid };
    case 'tabcreate':
    case 'tabremove':
      return { intent, tabId: readNumber(properties['tabId'], -1) };
    case 'tabswitch':
      return {
        intent,
        tabId: readNumber(properties['tabId'], -1),
        fromTabId: readNumber(properties['tabIdOrigin'], -1),
      };
    default:
      return null;
  }
}
