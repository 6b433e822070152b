import type { LookName, MethodType, UserType } from '@gatehouse/validation/vocabulary'

/** When people arrive at a kind of site, and how long they stay. */
interface VisitPattern {
  /** The factor for the visitors of a day, and the share of staff at work, Monday to Sunday. */
  visitorDays: readonly number[]
  staffDays: readonly number[]
  /** The weight of each hour of arrival. Staff members have one shift each, in rotation. */
  visitorHours: Readonly<Record<number, number>>
  shifts: readonly Readonly<Record<number, number>>[]
  /** Mean and spread in minutes. */
  visitorMinutes: readonly [number, number]
  staffMinutes: readonly [number, number]
}

const officeHours = { 6: 1, 7: 6, 8: 16, 9: 8, 10: 2, 12: 2, 13: 2, 16: 2 }

const patterns = {
  /** Open by day, busiest on weekends. */
  gallery: {
    visitorDays: [0.5, 0.8, 0.85, 0.9, 1.1, 1.8, 1.7],
    staffDays: [0.7, 0.85, 0.85, 0.85, 0.85, 0.5, 0.45],
    visitorHours: { 9: 1, 10: 5, 11: 7, 12: 6, 13: 9, 14: 11, 15: 9, 16: 4, 17: 2, 18: 1 },
    shifts: [officeHours],
    visitorMinutes: [95, 35],
    staffMinutes: [490, 40],
  },
  /** Rehearsals by day, an audience in the evening. */
  theatre: {
    visitorDays: [0.5, 0.9, 1, 1.1, 1.4, 1.7, 1],
    staffDays: [0.6, 0.8, 0.85, 0.85, 0.9, 0.75, 0.4],
    visitorHours: { 9: 2, 10: 3, 12: 2, 13: 5, 14: 4, 15: 2, 17: 4, 18: 12, 19: 7 },
    shifts: [{ ...officeHours, 17: 8 }],
    visitorMinutes: [160, 40],
    staffMinutes: [450, 60],
  },
  /** Shifts that change at six, contractors on working days. */
  mine: {
    visitorDays: [1.2, 1.2, 1.2, 1.1, 1, 0.4, 0.3],
    staffDays: [0.75, 0.75, 0.75, 0.75, 0.75, 0.7, 0.7],
    visitorHours: { 5: 3, 6: 9, 7: 10, 8: 6, 9: 4, 10: 2, 13: 3, 17: 3, 18: 1 },
    shifts: [
      { 5: 10, 6: 3 },
      { 17: 6, 18: 2 },
    ],
    visitorMinutes: [330, 130],
    staffMinutes: [685, 25],
  },
  /** Tours by day. */
  caves: {
    visitorDays: [0.5, 0.6, 0.7, 0.8, 1, 2, 1.9],
    staffDays: [0.7, 0.7, 0.7, 0.75, 0.8, 0.7, 0.7],
    visitorHours: { 9: 3, 10: 8, 11: 8, 12: 3, 13: 8, 14: 8, 15: 5 },
    shifts: [officeHours],
    visitorMinutes: [110, 25],
    staffMinutes: [470, 35],
  },
} satisfies Record<string, VisitPattern>

/** Parses the rows of a table whose cells are separated by bars. */
function rowsOf<Column extends string>(columns: readonly Column[], table: string): Record<Column, string>[] {
  const rows = table.trim().split('\n')
  return rows.map((row) => {
    const cells = row.split('|').map((cell) => cell.trim())
    return Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? ''])) as Record<
      Column,
      string
    >
  })
}

const sites = rowsOf(
  ['client', 'name', 'address', 'timeZone', 'days', 'pattern', 'visitors', 'occupancy', 'key', 'description'],
  `
Harbour Venues | Harbour Gallery   | 14 Ropewalk Lane, Sydney NSW 2000       | Australia/Sydney    | 412 | gallery | 44 | 34-56 | GATE | Five rooms of maritime art over the old customs landing.
Harbour Venues | Saltpan Theatre   | 3 Saltpan Wharf, Sydney NSW 2000        | Australia/Sydney    | 267 | theatre | 34 | 34-56 | DESK | A house of 380 seats in the former salt store.
Harbour Venues | Lamplight Hall    | 88 Ferrymans Quay, Melbourne VIC 3000   | Australia/Melbourne | 198 | theatre | 32 | 34-56 | HEAT | Concerts and fairs beside the river.
Harbour Venues | Lighthouse Museum | 1 Beacon Head Road, Newcastle NSW 2300  | Australia/Sydney    | 133 | gallery | 15 | 9-18  | LAMP | The keeper’s cottages and 96 steps to the lamp room.
Ridge Mining   | Ridge Pit         | Ridge Haul Road, Kalgoorlie WA 6430     | Australia/Perth     | 365 | mine    | 24 | 38-58 | RDGE | Open pit and workshops.
Ridge Mining   | Ridge Plant       | Mill Road, Kalgoorlie WA 6430           | Australia/Perth     | 365 | mine    | 13 | 14-24 | PLNT | Crusher, mill and assay laboratory.
Ridge Mining   | Ridge Camp        | 5 Spinifex Way, Kalgoorlie WA 6430      | Australia/Perth     | 301 | mine    | 8  | 8-14  | CAMP | Accommodation for 180.
Lantern Caves  | Lantern Caves     | 77 Lantern Road, Mole Creek TAS 7304    | Australia/Hobart    | 154 | caves   | 16 | 10-24 | CAVE | Guided walks past the maternity roost.`,
)

const methods = rowsOf(
  ['key', 'type', 'name', 'location', 'kioskId', 'serialNumber'],
  `
GATE | qr     | Main entrance   | Beside the cloakroom
DESK | qr     | Stage door desk | Stage door, ground floor
HEAT | device | Foyer scanner   | Foyer, left of the stairs  | K-0242 | GH7-004182
LAMP | qr     | Keeper’s gate   | At the garden gate
RDGE | qr     | Pit gatehouse   | Main gate, pedestrian lane
PLNT | kiosk  | Plant gate      | North gate                 | K-0308
CAMP | qr     | Camp office     | Office veranda
CAVE | qr     | Ticket hut      | Ticket hut window`,
)

/** `sites`: how many sites they have access to, as `userType`. */
const named = rowsOf(
  ['client', 'email', 'firstName', 'lastName', 'mobile', 'jobTitle', 'sites', 'userType', 'rights'],
  `
Harbour Venues | admin@harbour.example      | Marguerite | Okonkwo     | +61491570156 | Head of operations     | 4 | Manager | admin approvalAccess
Harbour Venues | manager@harbour.example    | Tomasz     | Wierzbicki  | +61491570157 | House manager          | 2 | Manager | approvalAccess
Harbour Venues | staff@harbour.example      | Aroha      | Ngata       | +61491570158 | Front of house         | 1 | Staff   |
Harbour Venues | board@harbour.example      | Gallery    | Board       |              |                        | 1 | Device  |
Ridge Mining   | admin@ridge.example        | Bronwyn    | Hargrave    | +61491570159 | Site services manager  | 3 | Manager | admin approvalAccess
Lantern Caves  | operator@gatehouse.example | Dilani     | Jayawardena | +61491570110 | Installation operator  | 1 | Manager | admin approvalAccess siteAdmin`,
)

/** `users`: how many there are, including the named ones. */
const clients = rowsOf(
  [
    'name',
    'domain',
    'companyNo',
    'street',
    'suburb',
    'state',
    'postCode',
    'phone',
    'look',
    'timeZone',
    'days',
    'users',
  ],
  `
Harbour Venues | harbour.example | 60 412 870 135 | 14 Ropewalk Lane | Sydney     | NSW | 2000 | +61255501400 | presence | Australia/Sydney | 120 | 34
Ridge Mining   | ridge.example   | 71 206 994 308 | 240 Assay Street | Kalgoorlie | WA  | 6430 | +61870101820 | pulse    | Australia/Perth  | 365 | 18
Lantern Caves  | lantern.example | 38 550 217 664 | 77 Lantern Road  | Mole Creek | TAS | 7304 | +61370101765 | batbooth | Australia/Hobart | 120 | 8`,
)

const people = rowsOf(
  ['client', 'jobs', 'banReasons'],
  `
Harbour Venues | Gallery attendant; Conservator; Box office; Stage technician; Curator; Security       | Entered the conservation studio after being asked to leave.; Threatened a member of staff at the bar.; Flew a drone inside the hall.; Climbed over the lamp room barrier.
Ridge Mining   | Haul truck operator; Shot firer; Mine geologist; Fitter; Surveyor; Paramedic          | Walked onto the haul road without an escort.; Tampered with an isolation lock.; Fighting in the mess.
Lantern Caves  | Cave guide; Ranger; Ecologist; Ticket office; Track maintenance                       | Used a torch on the maternity roost.; Left the marked path twice.`,
)

function readMethod({ type, ...method }: (typeof methods)[number]) {
  const { key } = method
  return { ...method, type: type as MethodType, useTemperature: key === 'HEAT', asksHost: key === 'CAMP' }
}

function readSite({ days, pattern, visitors, occupancy, key, ...site }: (typeof sites)[number]) {
  const [fewest = 0, most = 0] = occupancy.split('-').map(Number)
  const method = methods.find((one) => one.key === key)
  if (!method) throw new Error(`No method has the key ${key}`)
  return {
    ...site,
    method: readMethod(method),
    installedDaysAgo: Number(days),
    pattern: patterns[pattern as keyof typeof patterns] as VisitPattern,
    visitorsADay: Number(visitors),
    occupancy: [fewest, most] as const,
    offlineUsers: key === 'GATE' || key === 'RDGE',
    asksQuestions: key === 'DESK',
  }
}

function readNamed({ sites: many, userType, rights, ...user }: (typeof named)[number]) {
  return {
    ...user,
    access: { sites: Number(many), userType: userType as UserType },
    admin: rights.includes('admin'),
    siteAdmin: rights.includes('siteAdmin'),
    approvalAccess: rights.includes('approvalAccess'),
  }
}

function readClient({ look, days, users, ...client }: (typeof clients)[number]) {
  const isOwn = (row: { client: string }) => row.client === client.name
  const own = people.find(isOwn)
  return {
    ...client,
    look: look as LookName,
    contactRetentionDays: Number(days),
    users: Number(users),
    jobs: own?.jobs.split('; ') ?? [],
    banReasons: own?.banReasons.split('; ') ?? [],
    named: named.filter(isOwn).map(readNamed),
    sites: sites.filter(isOwn).map(readSite),
  }
}

export type DemoClient = ReturnType<typeof readClient>
export type DemoSite = DemoClient['sites'][number]

export const demoClients = clients.map(readClient)
