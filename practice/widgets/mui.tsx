/** Material UI's widgets that a person operates, as its catalogue names them. */
import {
  Autocomplete,
  Breadcrumbs,
  Button,
  Checkbox,
  Fab,
  FormControl,
  FormControlLabel,
  FormLabel,
  IconButton,
  InputLabel,
  Link,
  NativeSelect,
  Radio,
  RadioGroup,
  Slider,
  Switch,
  TextField,
  Tooltip,
} from '@mui/material';
import { DatePicker, DateCalendar, LocalizationProvider, TimePicker } from '@mui/x-date-pickers';
import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs';
import dayjs from 'dayjs';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Catalogue } from './widget.ts';
import {
  COUNTRIES,
  CityAccordion,
  Navigation,
  Chips,
  CountrySelect,
  DaySelect,
  LogoutDialog,
  SideDrawer,
  FolderList,
  AccountMenu,
  ClosableAlert,
  Pages,
  FixedRating,
  Actions,
  StepList,
  SortedTable,
  PagedTable,
  ProductTabs,
  Alignment,
  Undo,
} from './mui-parts.tsx';

export const frame = (children: ReactNode): ReactNode => (
  <LocalizationProvider dateAdapter={AdapterDayjs}>{children}</LocalizationProvider>
);

export const catalogue: Catalogue = {
  Accordion: CityAccordion,
  Alert: ClosableAlert,
  Autocomplete: ({ report }) => (
    <Autocomplete
      options={COUNTRIES}
      style={{ width: 280 }}
      onChange={(_, value) => report(value)}
      renderInput={(props) => <TextField {...props} label="Country of birth" />}
    />
  ),
  'Autocomplete (multiple)': ({ report }) => (
    <Autocomplete
      multiple
      options={['Chess', 'Cooking', 'Hiking', 'Sailing']}
      style={{ width: 320 }}
      onChange={(_, value) => report(value)}
      renderInput={(props) => <TextField {...props} label="Hobbies" />}
    />
  ),
  'Bottom Navigation': Navigation,
  Breadcrumbs: ({ report }) => (
    <Breadcrumbs>
      {['Library', 'Fiction'].map((name) => (
        <Link key={name} href={`#${name}`} onClick={() => report(name)}>
          {name}
        </Link>
      ))}
      <span>Poetry</span>
    </Breadcrumbs>
  ),
  Button: ({ report }) => {
    const [text, setText] = useState('');
    return (
      <>
        <Button
          variant="contained"
          onClick={() => {
            report('confirmed');
            setText('Booking confirmed.');
          }}
        >
          Confirm booking
        </Button>{' '}
        <Button onClick={() => report('later')}>Later</Button>
        <p>{text}</p>
      </>
    );
  },
  Checkbox: ({ report }) => (
    <FormControlLabel
      control={<Checkbox onChange={({ target }) => report(target.checked)} />}
      label="Remember me"
    />
  ),
  'Checkbox (untick)': ({ report }) => (
    <FormControlLabel
      control={<Checkbox defaultChecked onChange={({ target }) => report(target.checked)} />}
      label="Weekly digest"
    />
  ),
  'Chip (delete)': Chips,
  'Date Calendar': ({ report }) => (
    <DateCalendar
      defaultValue={dayjs('2031-03-01')}
      onChange={(date) => report(date?.format('YYYY-MM-DD') ?? null)}
    />
  ),
  'Date Picker': ({ report }) => (
    <DatePicker
      label="Departure"
      onChange={(date) => report(date?.isValid() ? date.format('YYYY-MM-DD') : null)}
    />
  ),
  Dialog: LogoutDialog,
  Drawer: SideDrawer,
  'Floating Action Button': ({ report }) => {
    const [notes, setNotes] = useState(0);
    return (
      <>
        <Fab
          aria-label="Add note"
          onClick={() => {
            setNotes(notes + 1);
            report('added');
          }}
        >
          +
        </Fab>
        <p>{notes} notes</p>
      </>
    );
  },
  List: FolderList,
  Menu: AccountMenu,
  'Native Select': ({ report }) => (
    <FormControl>
      <InputLabel htmlFor="age">Age group</InputLabel>
      <NativeSelect id="age" defaultValue="" onChange={({ target }) => report(target.value)}>
        <option value="" />
        {['Under 18', '18 to 64', '65 and older'].map((name) => (
          <option key={name}>{name}</option>
        ))}
      </NativeSelect>
    </FormControl>
  ),
  Pagination: Pages,
  'Radio Group': ({ report }) => (
    <FormControl>
      <FormLabel id="pay">Payment method</FormLabel>
      <RadioGroup aria-labelledby="pay" onChange={(_, value) => report(value)}>
        {['Credit card', 'Bank transfer', 'Invoice'].map((name) => (
          <FormControlLabel key={name} value={name} control={<Radio />} label={name} />
        ))}
      </RadioGroup>
    </FormControl>
  ),
  Rating: FixedRating,
  Select: CountrySelect,
  'Select (multiple)': DaySelect,
  Slider: ({ report }) => (
    <div>
      <span id="bright">Brightness</span>
      <Slider aria-labelledby="bright" defaultValue={30} onChange={(_, value) => report(value)} />
    </div>
  ),
  'Slider (range)': ({ report }) => (
    <div>
      <span>Temperature range</span>
      <Slider
        getAriaLabel={(at) => (at ? 'Maximum temperature' : 'Minimum temperature')}
        defaultValue={[18, 24]}
        min={10}
        max={30}
        onChange={(_, value) => report(value)}
      />
    </div>
  ),
  Snackbar: Undo,
  'Speed Dial': Actions,
  Stepper: StepList,
  Switch: ({ report }) => (
    <FormControlLabel
      control={<Switch onChange={({ target }) => report(target.checked)} />}
      label="Push notifications"
    />
  ),
  'Table (pagination)': PagedTable,
  'Table (sort)': SortedTable,
  Tabs: ProductTabs,
  'Text Field': ({ report }) => (
    <TextField label="Company" onChange={({ target }) => report(target.value)} />
  ),
  'Text Field (multiline)': ({ report }) => (
    <TextField multiline label="Cover letter" onChange={({ target }) => report(target.value)} />
  ),
  'Text Field (number)': ({ report }) => (
    <TextField
      type="number"
      label="Number of rooms"
      defaultValue="1"
      onChange={({ target }) => report(target.value)}
    />
  ),
  'Text Field (password)': ({ report }) => (
    <TextField
      type="password"
      label="Pass phrase"
      onChange={({ target }) => report(target.value)}
    />
  ),
  'Time Picker': ({ report }) => (
    <TimePicker
      label="Alarm"
      ampm={false}
      onChange={(time) => report(time?.isValid() ? time.format('HH:mm') : null)}
    />
  ),
  'Toggle Button': Alignment,
  Tooltip: ({ report }) => {
    const [liked, setLiked] = useState(false);
    return (
      <>
        <Tooltip title="Add to favourites">
          <IconButton
            onClick={() => {
              setLiked(true);
              report('favourite');
            }}
          >
            <svg width="24" height="24" viewBox="0 0 24 24">
              <path
                d="M12 21 3 12a5 5 0 0 1 9-6 5 5 0 0 1 9 6z"
                fill={liked ? 'red' : 'none'}
                stroke="black"
              />
            </svg>
          </IconButton>
        </Tooltip>
      </>
    );
  },
};
