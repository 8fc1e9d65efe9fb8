import '../../ui/base.css';
import type { ReactNode } from 'react';
import type { MessageName } from '../../messages/message.ts';
import { countMessage, message } from '../../messages/message.ts';
import { Button } from '../../ui/components/buttons.tsx';
import { TextField } from '../../ui/components/fields.tsx';
import { MarkIcon } from '../../ui/components/icons.tsx';
import { Notice, ReadFailure } from '../../ui/components/notice.tsx';
import { Skeleton } from '../../ui/components/skeleton.tsx';
import { formatBytes } from '../../ui/format.ts';
import { Memory } from './copilot/memory.tsx';
import { Rules } from './copilot/rules.tsx';
import { EndpointForm } from './endpoint/endpoint-form.tsx';
import { Learning } from './ranker/learning.tsx';
import { Models } from './ranker/models.tsx';
import type {
  RankerModel,
  ReadySettings,
  SettingsEvents,
  SettingsModel,
} from './settings-model.ts';
import styles from './settings-view.module.css';
import { MasksForm, Privacy } from './stored-data/privacy.tsx';
import { Wipe } from './stored-data/wipe.tsx';

interface SectionProps {
  title: MessageName;
  lead: MessageName;
  children: ReactNode;
}

function Section({ title, lead, children }: SectionProps) {
  return (
    <section className={styles.section}>
      <h2>{message(title)}</h2>
      <p className={styles.lead}>{message(lead)}</p>
      {children}
    </section>
  );
}

function Ranker({ ranker }: { ranker: RankerModel }) {
  const { name, meaning, backend, tokensPerS, notice } = ranker;
  return (
    <>
      <dl className={styles.facts}>
        <dt>{message('settingsRankerActive')}</dt>
        <dd>{name}</dd>
        {backend !== null && (
          <>
            <dt>{message('settingsRankerBackend')}</dt>
            <dd>
              {tokensPerS === null
                ? backend
                : message('settingsRankerSpeed', backend, tokensPerS.toLocaleString('en'))}
            </dd>
          </>
        )}
      </dl>
      <p>{meaning}</p>
      {notice !== null && (
        <Notice tone="warning" happened={notice} saved={message('settingsRankerWorks')} />
      )}
    </>
  );
}

function Ready({ model, events }: { model: ReadySettings; events: SettingsEvents }) {
  const { endpoint, storage } = model;
  return (
    <>
      <Section title="settingsModel" lead="settingsModelLead">
        <EndpointForm
          // Starts again from the stored endpoint when the key is locked or unlocked.
          key={String(endpoint.seal === 'locked')}
          endpoint={endpoint}
          events={events.endpoint}
        />
      </Section>
      <Section title="settingsRanker" lead="settingsRankerLead">
        <Ranker ranker={model.ranker} />
        {model.models && <Models models={model.models} events={events.models} />}
        {model.learning && <Learning model={model.learning} events={events.learning} />}
      </Section>
      {model.rules && (
        <Section title="settingsRules" lead="settingsRulesLead">
          <Rules rules={model.rules} events={events.rules} />
        </Section>
      )}
      {model.memory && (
        <Section title="settingsMemory" lead="settingsMemoryLead">
          <Memory memory={model.memory} events={events.memory} />
        </Section>
      )}
      <Section title="settingsYou" lead="settingsYouLead">
        <TextField
          label={message('settingsName')}
          value={model.name}
          maxLength={100}
          onChange={events.onSaveName}
        />
      </Section>
      <Section title="settingsStorage" lead="settingsStorageLead">
        <Privacy />
        <MasksForm masks={model.masks} onSave={events.onSaveMasks} />
        <p className={styles.storage}>
          {message(
            'settingsStorageNow',
            countMessage('commonDemonstrationsCount', storage.demonstrations),
            formatBytes(storage.usedBytes),
          )}
          <Button onClick={events.onOpenStudio}>{message('settingsShowDemonstrations')}</Button>
        </p>
        <Wipe wipe={model.wipe} storage={storage} events={events.wipe} />
      </Section>
    </>
  );
}

interface SettingsViewProps {
  model: SettingsModel;
  events: SettingsEvents;
}

export function SettingsView({ model, events }: SettingsViewProps) {
  return (
    <main className={styles.settings}>
      <h1>
        <MarkIcon />
        {message('commonSettings')}
      </h1>
      {model.state === 'loading' && <Skeleton label={message('settingsReading')} rows={3} />}
      {model.state === 'failed' && (
        <ReadFailure
          happened={message('settingsReadFailed')}
          saved={message('settingsReadFailedSaved')}
          reason={model.message}
          onRetry={events.onRetry}
        />
      )}
      {model.state === 'ready' && <Ready model={model} events={events} />}
    </main>
  );
}
