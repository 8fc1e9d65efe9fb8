import type { SubmitEvent } from 'react';
import { useState } from 'react';
import { create } from 'zustand';
import { pairAgent } from '../../../app/agent/dial.ts';
import type { DialFailure } from '../../../app/agent/dial.ts';
import { readPairingCode } from '../../../core/agent/pairing-code.ts';
import type { MessageName } from '../../../messages/message.ts';
import { message } from '../../../messages/message.ts';
import type { Pairing } from '../../../platform/agent-link/pairings.ts';
import {
  readPairings,
  removePairing,
  watchPairings,
} from '../../../platform/agent-link/pairings.ts';
import { Button } from '../../../ui/components/buttons.tsx';
import { TextField } from '../../../ui/components/fields.tsx';
import { formatDay } from '../../../ui/format.ts';
import styles from './agents.module.css';

/** The paired agents, and how the last code fared. */
const useAgents = create(() => ({
  pairings: [] as readonly Pairing[],
  isBusy: false,
  problem: null as string | null,
  paired: null as string | null,
}));

let following = new AbortController();

export function loadAgents(): void {
  following.abort();
  following = new AbortController();
  const show = (pairings: readonly Pairing[]): void => useAgents.setState({ pairings });
  watchPairings(show, following.signal);
  void readPairings().then(show);
}

const FAILURES: Record<DialFailure, MessageName> = {
  absent: 'settingsAgentAbsent',
  stranger: 'settingsAgentWrongCode',
  refused: 'settingsAgentWrongCode',
  taken: 'settingsAgentTaken',
};

async function pair(typed: string): Promise<boolean> {
  const code = readPairingCode(typed);
  if (!code) {
    useAgents.setState({ problem: message('settingsAgentNoCode'), paired: null });
    return false;
  }
  useAgents.setState({ isBusy: true, problem: null, paired: null });
  const dialled = await pairAgent(code);
  // The side panel dials again, which takes the connection over.
  if (dialled.ok) dialled.link.close();
  useAgents.setState(
    dialled.ok
      ? { isBusy: false, paired: message('settingsAgentPaired', dialled.link.pairing.name) }
      : { isBusy: false, problem: message(FAILURES[dialled.failure]) },
  );
  return dialled.ok;
}

/** Pairs agents outside the browser by the code that they print, lists them and revokes them. */
export function Agents() {
  const { pairings, isBusy, problem, paired } = useAgents();
  const [typed, setTyped] = useState('');
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (typed.trim() === '' || isBusy) return;
    void pair(typed).then((isPaired) => isPaired && setTyped(''));
  };
  return (
    <div className={styles.agents}>
      {pairings.length > 0 && (
        <ul className={styles.list} aria-label={message('settingsAgentsPaired')}>
          {pairings.map(({ id, name, port, pairedAt }) => (
            <li key={id} className={styles.row}>
              <span>
                {name}{' '}
                <span className={styles.note}>
                  {message('settingsAgentSince', formatDay(pairedAt), port)}
                </span>
              </span>
              <Button
                aria-label={message('settingsAgentRevokeNamed', name)}
                onClick={() => void removePairing(id)}
              >
                {message('settingsRevoke')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextField
          label={message('settingsAgentCode')}
          hint={message('settingsAgentCodeHint')}
          problem={problem}
          noteRole="status"
          value={typed}
          onChange={setTyped}
        />
        <Button submits disabled={typed.trim() === '' || isBusy}>
          {message('settingsAgentPair')}
        </Button>
      </form>
      <p role="status" className={styles.note}>
        {paired ?? ''}
      </p>
    </div>
  );
}
