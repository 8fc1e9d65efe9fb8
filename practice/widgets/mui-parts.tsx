/** Material UI's widgets that need more than a line. */
import {
  Accordion,
  AccordionDetails,
  AccordionSummary,
  Alert,
  BottomNavigation,
  BottomNavigationAction,
  Box,
  Button,
  Chip,
  Dialog,
  DialogActions,
  DialogTitle,
  Drawer,
  FormControl,
  IconButton,
  InputLabel,
  List,
  ListItemButton,
  ListItemText,
  Menu,
  MenuItem,
  Pagination,
  Rating,
  Select,
  Snackbar,
  SpeedDial,
  SpeedDialAction,
  SpeedDialIcon,
  Stack,
  Step,
  StepButton,
  Stepper,
  Tab,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TablePagination,
  TableRow,
  TableSortLabel,
  Tabs,
  ToggleButton,
  ToggleButtonGroup,
} from '@mui/material';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ReportValue } from './widget.ts';

interface Props {
  report: ReportValue;
}

export function ClosableAlert({ report }: Props): ReactNode {
  const [open, setOpen] = useState(true);
  if (!open) return null;
  return (
    <Alert
      severity="info"
      onClose={() => {
        setOpen(false);
        report('closed');
      }}
    >
      There is a newer version.
    </Alert>
  );
}

export const COUNTRIES = [
  'Austria',
  'Belgium',
  'Canada',
  'Chile',
  'Denmark',
  'Estonia',
  'Finland',
  'Greece',
  'Iceland',
  'Japan',
  'Kenya',
  'Latvia',
  'Malta',
  'Norway',
  'Peru',
  'Qatar',
  'Spain',
  'Uruguay',
];

/** The state of a controlled widget, reported at each change. */
function useReported<T>(first: T, report: ReportValue): [T, (value: T) => void] {
  const [value, setValue] = useState(first);
  return [
    value,
    (next) => {
      setValue(next);
      report(next);
    },
  ];
}

export function CityAccordion({ report }: Props): ReactNode {
  return (
    <>
      {['Shipping costs', 'Returns', 'Gift wrapping'].map((name) => (
        <Accordion key={name} onChange={(_, open) => report({ [name]: open })}>
          <AccordionSummary>{name}</AccordionSummary>
          <AccordionDetails>All there is to know about it.</AccordionDetails>
        </Accordion>
      ))}
    </>
  );
}

export function Navigation({ report }: Props): ReactNode {
  const [value, setValue] = useReported('recent', report);
  return (
    <BottomNavigation showLabels value={value} onChange={(_, next: string) => setValue(next)}>
      <BottomNavigationAction label="Recent" value="recent" />
      <BottomNavigationAction label="Favourites" value="favourites" />
      <BottomNavigationAction label="Nearby" value="nearby" />
    </BottomNavigation>
  );
}

export function Chips({ report }: Props): ReactNode {
  const [names, setNames] = useReported(['Ada', 'Grace', 'Linus'], report);
  return (
    <Stack direction="row" spacing={1}>
      {names.map((name) => (
        <Chip
          key={name}
          label={name}
          onDelete={() => setNames(names.filter((one) => one !== name))}
        />
      ))}
    </Stack>
  );
}

export function CountrySelect({ report }: Props): ReactNode {
  const [value, setValue] = useReported('', report);
  return (
    <FormControl style={{ minWidth: 240 }}>
      <InputLabel id="currency">Currency</InputLabel>
      <Select
        labelId="currency"
        label="Currency"
        value={value}
        onChange={({ target }) => setValue(target.value)}
      >
        {['Euro', 'Krona', 'Yen'].map((name) => (
          <MenuItem key={name} value={name}>
            {name}
          </MenuItem>
        ))}
      </Select>
    </FormControl>
  );
}

export function DaySelect({ report }: Props): ReactNode {
  const [value, setValue] = useReported<string[]>([], report);
  return (
    <FormControl style={{ minWidth: 240 }}>
      <InputLabel id="days">Days</InputLabel>
      <Select
        multiple
        labelId="days"
        label="Days"
        value={value}
        onChange={({ target }) => setValue([target.value].flat())}
      >
        {['Monday', 'Tuesday', 'Wednesday', 'Thursday'].map((name) => (
          <MenuItem key={name} value={name}>
            {name}
          </MenuItem>
        ))}
      </Select>
    </FormControl>
  );
}

export function LogoutDialog({ report }: Props): ReactNode {
  const [open, setOpen] = useState(false);
  const close = (how: string) => () => {
    setOpen(false);
    report(how);
  };
  return (
    <>
      <Button
        variant="outlined"
        onClick={() => {
          setOpen(true);
          report('open');
        }}
      >
        Reset preferences
      </Button>
      <Dialog open={open} onClose={close('dismissed')}>
        <DialogTitle>Reset all preferences?</DialogTitle>
        <DialogActions>
          <Button onClick={close('kept')}>Keep them</Button>
          <Button onClick={close('reset')}>Reset</Button>
        </DialogActions>
      </Dialog>
    </>
  );
}

export function SideDrawer({ report }: Props): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        onClick={() => {
          setOpen(true);
          report('open');
        }}
      >
        Open folders
      </Button>
      <Drawer open={open} onClose={() => setOpen(false)}>
        <List>
          {['Inbox', 'Sent', 'Spam'].map((name) => (
            <ListItemButton
              key={name}
              onClick={() => {
                setOpen(false);
                report(name);
              }}
            >
              <ListItemText primary={name} />
            </ListItemButton>
          ))}
        </List>
      </Drawer>
    </>
  );
}

export function FolderList({ report }: Props): ReactNode {
  const [chosen, setChosen] = useReported('', report);
  return (
    <List>
      {['Invoices', 'Contracts', 'Photos'].map((name) => (
        <ListItemButton key={name} selected={chosen === name} onClick={() => setChosen(name)}>
          <ListItemText primary={name} />
        </ListItemButton>
      ))}
    </List>
  );
}

export function AccountMenu({ report }: Props): ReactNode {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <IconButton
        aria-label="More"
        onClick={({ currentTarget }) => {
          setAnchor(currentTarget);
          report('open');
        }}
      >
        ⋮
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {['Profile', 'My account', 'Log out'].map((name) => (
          <MenuItem
            key={name}
            onClick={() => {
              setAnchor(null);
              report(name);
            }}
          >
            {name}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

export function Pages({ report }: Props): ReactNode {
  const [page, setPage] = useReported(1, report);
  return <Pagination count={12} page={page} onChange={(_, next) => setPage(next)} />;
}

export function FixedRating({ report }: Props): ReactNode {
  const [value, setValue] = useReported<number | null>(null, report);
  return (
    <div>
      <span id="rating">Rate your stay</span>
      <Rating
        name="stay"
        aria-labelledby="rating"
        value={value}
        onChange={(_, next) => setValue(next)}
      />
    </div>
  );
}

export function Actions({ report }: Props): ReactNode {
  return (
    <Box sx={{ position: 'relative', height: 260 }}>
      <SpeedDial
        ariaLabel="Document actions"
        icon={<SpeedDialIcon />}
        sx={{ position: 'absolute', bottom: 0 }}
      >
        {['Print', 'Share', 'Download'].map((name) => (
          <SpeedDialAction
            key={name}
            icon={<span>{name.slice(0, 1)}</span>}
            slotProps={{ tooltip: { title: name } }}
            onClick={() => report(name)}
          />
        ))}
      </SpeedDial>
    </Box>
  );
}

export function StepList({ report }: Props): ReactNode {
  const [step, setStep] = useReported(0, report);
  return (
    <Stepper nonLinear activeStep={step}>
      {['Choose dates', 'Choose room', 'Guest details'].map((name, at) => (
        <Step key={name}>
          <StepButton onClick={() => setStep(at)}>{name}</StepButton>
        </Step>
      ))}
    </Stepper>
  );
}

export function SortedTable({ report }: Props): ReactNode {
  const [order, setOrder] = useReported<{ by: string; direction: 'asc' | 'desc' }>(
    { by: 'name', direction: 'asc' },
    report,
  );
  const sort = (by: string) => () =>
    setOrder({ by, direction: order.by === by && order.direction === 'asc' ? 'desc' : 'asc' });
  return (
    <Table>
      <TableHead>
        <TableRow>
          {['name', 'calories', 'fat'].map((by) => (
            <TableCell key={by}>
              <TableSortLabel
                active={order.by === by}
                direction={order.direction}
                onClick={sort(by)}
              >
                {by.slice(0, 1).toUpperCase() + by.slice(1)}
              </TableSortLabel>
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {[
          ['Cupcake', 305, 3.7],
          ['Donut', 452, 25],
        ].map((cells) => (
          <TableRow key={cells[0]}>
            {cells.map((cell) => (
              <TableCell key={cell}>{cell}</TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

export function PagedTable({ report }: Props): ReactNode {
  const [state, setState] = useReported({ page: 0, rows: 10 }, report);
  return (
    <TablePagination
      component="div"
      count={100}
      page={state.page}
      rowsPerPage={state.rows}
      onPageChange={(_, page) => setState({ ...state, page })}
      onRowsPerPageChange={({ target }) => setState({ page: 0, rows: Number(target.value) })}
    />
  );
}

export function ProductTabs({ report }: Props): ReactNode {
  const [value, setValue] = useReported('specification', report);
  return (
    <>
      <Tabs value={value} onChange={(_, next: string) => setValue(next)}>
        <Tab label="Specification" value="specification" />
        <Tab label="Accessories" value="accessories" />
        <Tab label="Warranty" value="warranty" />
      </Tabs>
      <p>About the {value}.</p>
    </>
  );
}

export function Alignment({ report }: Props): ReactNode {
  const [value, setValue] = useReported<string | null>('left', report);
  return (
    <ToggleButtonGroup
      exclusive
      value={value}
      onChange={(_, next: string | null) => setValue(next)}
    >
      {['left', 'centre', 'right'].map((name) => (
        <ToggleButton key={name} value={name} aria-label={`Align ${name}`}>
          {name.slice(0, 1)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

export function Undo({ report }: Props): ReactNode {
  const [open, setOpen] = useState(true);
  return (
    <Snackbar
      open={open}
      message="Conversation archived"
      action={
        <Button
          onClick={() => {
            setOpen(false);
            report('undone');
          }}
        >
          Undo
        </Button>
      }
    />
  );
}
