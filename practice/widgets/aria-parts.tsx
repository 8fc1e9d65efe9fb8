/** React Aria Components' widgets that need more than a line. */
import {
  Button,
  CalendarCell,
  CalendarGrid,
  Dialog,
  DialogTrigger,
  Heading,
  Label,
  Modal,
  SliderThumb,
  Tag,
  TagGroup,
  TagList,
} from 'react-aria-components';
import type { Selection } from 'react-aria-components';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ReportValue } from './widget.ts';

interface Props {
  report: ReportValue;
}

export const listKeys = (keys: Selection) => (keys === 'all' ? 'all' : [...keys]);

export function useReported<T>(first: T, report: ReportValue): [T, (value: T) => void] {
  const [value, setValue] = useState(first);
  return [
    value,
    (next) => {
      setValue(next);
      report(next);
    },
  ];
}

export function Days(): ReactNode {
  return (
    <>
      <header>
        <Button slot="previous">‹</Button>
        <Heading />
        <Button slot="next">›</Button>
      </header>
      <CalendarGrid>{(date) => <CalendarCell date={date} />}</CalendarGrid>
    </>
  );
}

export function Confirmed({ report }: Props): ReactNode {
  const [text, setText] = useState('');
  return (
    <>
      <Button
        onPress={() => {
          report('renewed');
          setText('Renewed until 2032.');
        }}
      >
        Renew membership
      </Button>
      <Button onPress={() => report('ended')}>End membership</Button>
      <p>{text}</p>
    </>
  );
}

export function Tags({ report }: Props): ReactNode {
  const [names, setNames] = useReported(['Mint', 'Sage', 'Thyme'], report);
  return (
    <TagGroup onRemove={(keys) => setNames(names.filter((name) => !keys.has(name)))}>
      <Label>Herbs</Label>
      <TagList>
        {names.map((name) => (
          <Tag key={name} id={name} textValue={name}>
            {name}
            <Button slot="remove">✕</Button>
          </Tag>
        ))}
      </TagList>
    </TagGroup>
  );
}

export function Terms({ report }: Props): ReactNode {
  return (
    <DialogTrigger onOpenChange={(open) => report(open ? 'open' : 'closed')}>
      <Button>Show conditions</Button>
      <Modal>
        <Dialog>
          {({ close }) => (
            <>
              <Heading slot="title">Conditions</Heading>
              <Button
                onPress={() => {
                  close();
                  report('agreed');
                }}
              >
                Agree
              </Button>
            </>
          )}
        </Dialog>
      </Modal>
    </DialogTrigger>
  );
}

export function Handle({ label, index = 0 }: { label?: string; index?: number }): ReactNode {
  return <SliderThumb index={index} {...(label && { 'aria-label': label })} />;
}
