import { senderTo } from '../platform/messages.ts';
import type { Database } from '../platform/store/database.ts';
import { openDatabase } from '../platform/store/database.ts';
import type { BackgroundFromPages } from '../protocol/background.ts';

/** Orders to the service worker, which alone writes. */
export const order = senderTo<BackgroundFromPages>('background');

let connection: Promise<Database> | null = null;

/** This page's connection to the store, for reading. */
export function connectStore(): Promise<Database> {
  return (connection ??= openDatabase());
}
