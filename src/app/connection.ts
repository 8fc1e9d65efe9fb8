import { senderTo } from '../platform/messages.ts';
import { connectOnDemand } from '../platform/store/database.ts';
import type { BackgroundFromPages } from '../protocol/background.ts';

/** Orders to the service worker, which alone writes. */
export const order = senderTo<BackgroundFromPages>('background');

/** This page's connection to the store, for reading. */
export const connectStore = connectOnDemand();
