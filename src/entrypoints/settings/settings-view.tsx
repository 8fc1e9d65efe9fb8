import '../../ui/base.css';
import type { ReactNode } from 'react';
import { Button } from '../../ui/components/buttons.tsx';
import { formatBytes, formatCount } from '../../ui/format.ts';
import { MarkIcon } from '../../ui/components/icons.tsx';
import { Notice } from '../../ui/components/notice.tsx';
import { Skeleton } from '../../ui/components/skeleton.tsx';
import { EndpointForm } from './endpoint/endpoint-form.tsx';
import { Learning } from './ranker/learning.tsx';
import { MasksForm, Privacy } from './stored-data/privacy.tsx';
import { Memory } from './copilot/memory.tsx';
import { Models } from './ranker/models.tsx';
import { Rules } from './copilot/rules.tsx';
import styles from './settings-view.module.css';
import { Wipe } from './stored-data/wipe.tsx';
import type {
  RankerModel,
  ReadySettings,
  SettingsEvents,
  SettingsModel,
} from './settings-model.ts';

interface SettingsViewProps {
  model: SettingsModel;
  events: SettingsEvents;
}

function Section({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      <p className={styles.lead}>{lead}</p>
      {children}
    </section>
  );
}

function Ranker({ ranker }: { ranker: RankerModel }) {
  return (
    <>
      <dl className={styles.facts}>
        <dt>Active</dt>
        <dd>{ranker.name}</dd>
        {ranker.backend !== null && (
          <>
            <dt>Model runs on</dt>
            <dd>
              {ranker.backend}
              {ranker.tokensPerS !== null &&
                `, ${ranker.tokensPerS.toLocaleString('en')} tokens per second`}
            </dd>
          </>
        )}
      </dl>
      <p>{ranker.meaning}</p>
      {ranker.notice !== null && (
        <Notice
          tone="warning"
          happened={ranker.notice}
          saved="Elements are still found."
          next={null}
        />
      )}
    </>
  );
}

function Ready({ model, events }: { model: ReadySettings; events: SettingsEvents }) {
  const { storage } = model;
  return (
    <>
      <Section
        title="Model"
        lead="The built-in navigator follows direct requests and needs nothing. A model endpoint also understands goals: “find the cheapest one and put it in the cart”."
      >
        <EndpointForm
          // Begins anew from what is stored when the key is locked or opened.
          key={String(model.endpoint.seal === 'locked')}
          endpoint={model.endpoint}
          events={events.endpoint}
        />
      </Section>
      <Section
        title="Ranker"
        lead="Finds the element you mean among all on the page. It runs in this browser; nothing is sent anywhere for it."
      >
        <Ranker ranker={model.ranker} />
        {model.models && <Models models={model.models} events={events.models} />}
        {model.learning && <Learning model={model.learning} events={events.learning} />}
      </Section>
      {model.rules && (
        <Section
          title="What the copilot may do"
          lead="It asks before what cannot be taken back. Nothing on a page, and nothing a model says, can change these rules."
        >
          <Rules rules={model.rules} events={events.rules} />
        </Section>
      )}
      {model.memory && (
        <Section
          title="What the copilot remembers"
          lead="Your demonstrations, and what the copilot did in conversations, can show a model how it was done before. They go to the model endpoint together with your message, as short lines; without an endpoint they go nowhere."
        >
          <Memory memory={model.memory} events={events.memory} />
        </Section>
      )}
      <Section
        title="What is kept, and where"
        lead="On this computer, in this browser’s profile, and nowhere else."
      >
        <Privacy />
        <MasksForm masks={model.masks} onSave={events.onSaveMasks} />
        <p className={styles.storage}>
          Now: {formatCount(storage.demonstrations, 'demonstration')},{' '}
          {formatBytes(storage.usedBytes)}.
          <Button onClick={events.onOpenStudio}>Show demonstrations</Button>
        </p>
        <Wipe wipe={model.wipe} storage={storage} events={events.wipe} />
      </Section>
    </>
  );
}

/** Settings: the model endpoint, the ranker, and what is kept. */
export function SettingsView({ model, events }: SettingsViewProps) {
  return (
    <main className={styles.settings}>
      <h1>
        <MarkIcon />
        Settings
      </h1>
      {model.state === 'loading' && <Skeleton label="Reading the settings" rows={3} />}
      {model.state === 'failed' && (
        <Notice
          tone="error"
          happened="The settings could not be read."
          saved="Nothing was changed; the built-in navigator works without them."
          next={model.message}
          actions={[{ id: 'retry', label: 'Read again' }]}
          onAction={events.onRetry}
          role="alert"
        />
      )}
      {model.state === 'ready' && <Ready model={model} events={events} />}
    </main>
  );
}
