import type { Database } from './database.ts';
import { openDatabase } from './database.ts';

/**
 * A connection that is opened when it is first needed, and again once it was lost: closed for another
 * context that upgrades, or by the browser (its storage process ended, the profile's data were cleared).
 * One that could not be opened is tried anew at the next call.
 */
export function connectOnDemand(): () => Promise<Database> {
  let connection: Promise<Database> | null = null;
  return () => {
    if (connection) return connection;
    const opened = Promise.resolve().then(() => openDatabase(forget));
    function forget(): void {
      if (connection === opened) connection = null;
    }
    connection = opened;
    opened.catch(forget);
    return opened;
  };
}
