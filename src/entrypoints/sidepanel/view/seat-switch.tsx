import { Segments } from '../../../ui/segments/segments.tsx';
import type { Seat } from './view-model.ts';

const SEATS = [
  { value: 'copilot', label: 'Navigator: copilot' },
  { value: 'me', label: 'Navigator: me' },
] as const;

/** Who navigates; swapped at any time. */
export function SeatSwitch({ seat, onSeat }: { seat: Seat; onSeat: (seat: Seat) => void }) {
  return <Segments label="Who navigates" options={SEATS} value={seat} onChange={onSeat} />;
}
