import type { LookName, MethodType } from '@gatehouse/validation/vocabulary'
import type { VisitPatternName } from './visit-patterns.ts'

export interface SiteTemplate {
  name: string
  description: string
  address: string
  timeZone: string
  installedDaysAgo: number
  offlineUsers?: boolean
  pattern: VisitPatternName
  visitorsADay: number
  /** The lowest and highest number of people on site, by day and by night. */
  occupancy: { day: readonly [number, number]; night: readonly [number, number] }
  method: {
    key: string
    type: MethodType
    name: string
    location: string
    useTemperature?: boolean
    /** It asks whom a visitor comes to see. */
    asksHost?: boolean
    kioskId?: string
    serialNumber?: string
  }
  asksQuestions?: boolean
}

export interface ClientTemplate {
  name: string
  domain: string
  companyNo: string
  street: string
  suburb: string
  state: string
  postCode: string
  phone: string
  look: LookName
  timeZone: string
  contactRetentionDays: number
  users: number
  jobs: readonly string[]
  /** The reasons of bans: one ban is created for each. */
  banReasons: readonly string[]
  sites: readonly SiteTemplate[]
}

const large = { day: [34, 56], night: [30, 38] } as const
const small = { day: [9, 18], night: [4, 8] } as const

export const clientTemplates: readonly ClientTemplate[] = [
  {
    name: 'Harbour Venues',
    domain: 'harbour.example',
    companyNo: '60 412 870 135',
    street: '14 Ropewalk Lane',
    suburb: 'Sydney',
    state: 'NSW',
    postCode: '2000',
    phone: '+61255501400',
    look: 'presence',
    timeZone: 'Australia/Sydney',
    contactRetentionDays: 120,
    users: 34,
    jobs: [
      'Front of house',
      'Duty manager',
      'Gallery attendant',
      'Conservator',
      'Box office',
      'Stage technician',
      'Lighting operator',
      'Curator',
      'Security',
      'Events coordinator',
      'Educator',
      'Facilities',
      'Registrar',
      'Bar and kitchen',
      'Archivist',
    ],
    banReasons: [
      'Entered the conservation studio after being asked to leave.',
      'Threatened a member of staff at the bar.',
      'Flew a drone inside the hall.',
      'Climbed over the lamp room barrier.',
    ],
    sites: [
      {
        name: 'Harbour Gallery',
        description: 'Five rooms of maritime art over the old customs landing.',
        address: '14 Ropewalk Lane, Sydney NSW 2000',
        timeZone: 'Australia/Sydney',
        installedDaysAgo: 412,
        offlineUsers: true,
        pattern: 'gallery',
        visitorsADay: 44,
        occupancy: large,
        method: { key: 'GATE', type: 'qr', name: 'Main entrance', location: 'Beside the cloakroom' },
      },
      {
        name: 'Saltpan Theatre',
        description: 'A house of 380 seats in the former salt store.',
        address: '3 Saltpan Wharf, Sydney NSW 2000',
        timeZone: 'Australia/Sydney',
        installedDaysAgo: 267,
        pattern: 'theatre',
        visitorsADay: 34,
        occupancy: large,
        method: {
          key: 'DESK',
          type: 'qr',
          name: 'Stage door desk',
          location: 'Stage door, ground floor',
        },
        asksQuestions: true,
      },
      {
        name: 'Lamplight Hall',
        description: 'Concerts and fairs beside the river.',
        address: '88 Ferrymans Quay, Melbourne VIC 3000',
        timeZone: 'Australia/Melbourne',
        installedDaysAgo: 198,
        pattern: 'theatre',
        visitorsADay: 32,
        occupancy: large,
        method: {
          key: 'HEAT',
          type: 'device',
          name: 'Foyer scanner',
          location: 'Foyer, left of the stairs',
          useTemperature: true,
          kioskId: 'K-0242',
          serialNumber: 'GH7-004182',
        },
      },
      {
        name: 'Lighthouse Museum',
        description: 'The keeper’s cottages and 96 steps to the lamp room.',
        address: '1 Beacon Head Road, Newcastle NSW 2300',
        timeZone: 'Australia/Sydney',
        installedDaysAgo: 133,
        pattern: 'gallery',
        visitorsADay: 15,
        occupancy: small,
        method: { key: 'LAMP', type: 'qr', name: 'Keeper’s gate', location: 'At the garden gate' },
      },
    ],
  },
  {
    name: 'Ridge Mining',
    domain: 'ridge.example',
    companyNo: '71 206 994 308',
    street: '240 Assay Street',
    suburb: 'Kalgoorlie',
    state: 'WA',
    postCode: '6430',
    phone: '+61870101820',
    look: 'pulse',
    timeZone: 'Australia/Perth',
    contactRetentionDays: 365,
    users: 18,
    jobs: [
      'Haul truck operator',
      'Shot firer',
      'Mine geologist',
      'Fitter',
      'Shift supervisor',
      'Electrician',
      'Surveyor',
      'Metallurgist',
      'Paramedic',
      'Camp manager',
      'Safety adviser',
      'Drill operator',
    ],
    banReasons: [
      'Walked onto the haul road without an escort.',
      'Tampered with an isolation lock.',
      'Fighting in the mess.',
      'Smoked next to the fuel store.',
    ],
    sites: [
      {
        name: 'Ridge Pit',
        description: 'Open pit and workshops.',
        address: 'Ridge Haul Road, Kalgoorlie WA 6430',
        timeZone: 'Australia/Perth',
        installedDaysAgo: 365,
        offlineUsers: true,
        pattern: 'mine',
        visitorsADay: 24,
        occupancy: { day: [38, 58], night: [30, 42] },
        method: { key: 'RDGE', type: 'qr', name: 'Pit gatehouse', location: 'Main gate, pedestrian lane' },
      },
      {
        name: 'Ridge Plant',
        description: 'Crusher, mill and assay laboratory.',
        address: 'Mill Road, Kalgoorlie WA 6430',
        timeZone: 'Australia/Perth',
        installedDaysAgo: 365,
        pattern: 'mine',
        visitorsADay: 13,
        occupancy: { day: [14, 24], night: [9, 14] },
        method: {
          key: 'PLNT',
          type: 'kiosk',
          name: 'Plant gate',
          location: 'North gate',
          kioskId: 'K-0308',
        },
      },
      {
        name: 'Ridge Camp',
        description: 'Accommodation for 180.',
        address: '5 Spinifex Way, Kalgoorlie WA 6430',
        timeZone: 'Australia/Perth',
        installedDaysAgo: 301,
        pattern: 'mine',
        visitorsADay: 8,
        occupancy: { day: [8, 14], night: [16, 24] },
        method: { key: 'CAMP', type: 'qr', name: 'Camp office', location: 'Office veranda', asksHost: true },
      },
    ],
  },
  {
    name: 'Lantern Caves',
    domain: 'lantern.example',
    companyNo: '38 550 217 664',
    street: '77 Lantern Road',
    suburb: 'Mole Creek',
    state: 'TAS',
    postCode: '7304',
    phone: '+61370101765',
    look: 'batbooth',
    timeZone: 'Australia/Hobart',
    contactRetentionDays: 120,
    users: 8,
    jobs: ['Cave guide', 'Ranger', 'Ecologist', 'Ticket office', 'Track maintenance'],
    banReasons: ['Used a torch on the maternity roost.', 'Left the marked path twice.'],
    sites: [
      {
        name: 'Lantern Caves',
        description: 'Guided walks past the maternity roost.',
        address: '77 Lantern Road, Mole Creek TAS 7304',
        timeZone: 'Australia/Hobart',
        installedDaysAgo: 154,
        pattern: 'caves',
        visitorsADay: 16,
        occupancy: { day: [16, 28], night: [2, 4] },
        method: {
          key: 'CAVE',
          type: 'qr',
          name: 'Ticket hut',
          location: 'Ticket hut window',
        },
      },
    ],
  },
]
