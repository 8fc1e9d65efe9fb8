import { useState } from 'react';
import { LinesField, LinesForm } from './lines-form.tsx';
import type { SitesModel } from './rules-model.ts';

interface SitesFormProps {
  sites: SitesModel;
  /** One pattern per line, as entered. */
  onSave: (allow: string, deny: string) => void;
}

/** Where the copilot may work, and where it never may. */
export function SitesForm({ sites, onSave }: SitesFormProps) {
  const [allow, setAllow] = useState(sites.allow.join('\n'));
  const [deny, setDeny] = useState(sites.deny.join('\n'));
  const save = () => {
    onSave(allow, deny);
  };
  return (
    <LinesForm save="Use these sites" saved={sites.saved} onSave={save}>
      <LinesField
        label="Never work on"
        hint="One site per line: example.com, or *.example.com for it and all below it. The copilot neither reads nor acts there."
        problem={sites.problems.deny}
        value={deny}
        onChange={setDeny}
      />
      <LinesField
        label="Work only on"
        hint="Leave it empty to allow all other sites."
        problem={sites.problems.allow}
        value={allow}
        onChange={setAllow}
      />
    </LinesForm>
  );
}
