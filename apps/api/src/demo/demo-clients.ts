import type { LookName, MethodType, UserType } from '@gatehouse/validation/vocabulary'
import type { FullName } from './names.ts'

/** When people arrive at a kind of site, and how long they stay. */
export interface VisitPattern {
  /** The factor for the visitors of a day, and the share of the staff at work, Monday to Sunday. */
  visitorDays: readonly number[]
  staffDays: readonly number[]
  /** The weight of each hour of arrival. Staff have a shift each, by turns. */
  visitorHours: Readonly<Record<number, number>>
  shifts: readonly Readonly<Record<number, number>>[]
  /** Mean and spread. */
  visitorMinutes: readonly [number, number]
  staffMinutes: readonly [number, number]
}

const officeHours = { 6: 1, 7: 6, 8: 16, 9: 8, 10: 2, 12: 2, 13: 2, 16: 2 }

/** Open by day, busiest on weekends. */
const gallery: VisitPattern = {
  visitorDays: [0.5, 0.8, 0.85, 0.9, 1.1, 1.8, 1.7],
  staffDays: [0.7, 0.85, 0.85, 0.85, 0.85, 0.5, 0.45],
  visitorHours: { 9: 1, 10: 5, 11: 7, 12: 6, 13: 9, 14: 11, 15: 9, 16: 4, 17: 2, 18: 1 },
  shifts: [officeHours],
  visitorMinutes: [95, 35],
  staffMinutes: [490, 40],
}

/** Rehearsals by day, an audience in the evening. */
const theatre: VisitPattern = {
  visitorDays: [0.5, 0.9, 1, 1.1, 1.4, 1.7, 1],
  staffDays: [0.6, 0.8, 0.85, 0.85, 0.9, 0.75, 0.4],
  visitorHours: { 9: 2, 10: 3, 12: 2, 13: 5, 14: 4, 15: 2, 17: 4, 18: 12, 19: 7 },
  shifts: [{ ...officeHours, 17: 8 }],
  visitorMinutes: [160, 40],
  staffMinutes: [450, 60],
}

/** Shifts that change at six, contractors on working days. */
const mine: VisitPattern = {
  visitorDays: [1.2, 1.2, 1.2, 1.1, 1, 0.4, 0.3],
  staffDays: [0.75, 0.75, 0.75, 0.75, 0.75, 0.7, 0.7],
  visitorHours: { 5: 3, 6: 9, 7: 10, 8: 6, 9: 4, 10: 2, 13: 3, 17: 3, 18: 1 },
  shifts: [
    { 5: 10, 6: 3 },
    { 17: 6, 18: 2 },
  ],
  visitorMinutes: [330, 130],
  staffMinutes: [685, 25],
}

/** Tours by day. */
const caves: VisitPattern = {
  visitorDays: [0.5, 0.6, 0.7, 0.8, 1, 2, 1.9],
  staffDays: [0.7, 0.7, 0.7, 0.75, 0.8, 0.7, 0.7],
  visitorHours: { 9: 3, 10: 8, 11: 8, 12: 3, 13: 8, 14: 8, 15: 5 },
  shifts: [officeHours],
  visitorMinutes: [110, 25],
  staffMinutes: [470, 35],
}

export interface DemoSite {
  name: string
  description: string
  address: string
  timeZone: string
  installedDaysAgo: number
  pattern: VisitPattern
  visitorsADay: number
  /** The lowest and highest number of people on site. */
  occupancy: readonly [number, number]
  offlineUsers?: boolean
  method: {
    key: string
    type: MethodType
    name: string
    location: string
    useTemperature?: boolean
    asksHost?: boolean
    kioskId?: string
    serialNumber?: string
  }
  asksQuestions?: boolean
}

export interface NamedUser extends FullName {
  email: string
  mobile: string
  jobTitle: string
  admin?: boolean
  siteAdmin?: boolean
  approvalAccess?: boolean
  /** How many of the sites, and as what. */
  access: [sites: number, userType: UserType]
}

export interface DemoClient {
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
  /** How many users it has, the named ones among them. */
  users: number
  named: readonly NamedUser[]
  jobs: readonly string[]
  /** The reasons of its bans. */
  banReasons: readonly string[]
  sites: readonly DemoSite[]
}

const sydney = 'Australia/Sydney'
const perth = 'Australia/Perth'

const harbour: DemoClient = {
  name: 'Harbour Venues',
  domain: 'harbour.example',
  companyNo: '60 412 870 135',
  street: '14 Ropewalk Lane',
  suburb: 'Sydney',
  state: 'NSW',
  postCode: '2000',
  phone: '+61255501400',
  look: 'presence',
  timeZone: sydney,
  contactRetentionDays: 120,
  users: 34,
  named: [
    {
      email: 'admin@harbour.example',
      firstName: 'Marguerite',
      lastName: 'Okonkwo',
      mobile: '+61491570156',
      jobTitle: 'Head of operations',
      admin: true,
      approvalAccess: true,
      access: [4, 'Manager'],
    },
    {
      email: 'manager@harbour.example',
      firstName: 'Tomasz',
      lastName: 'Wierzbicki',
      mobile: '+61491570157',
      jobTitle: 'House manager',
      approvalAccess: true,
      access: [2, 'Manager'],
    },
    {
      email: 'staff@harbour.example',
      firstName: 'Aroha',
      lastName: 'Ngata',
      mobile: '+61491570158',
      jobTitle: 'Front of house',
      access: [1, 'Staff'],
    },
    {
      email: 'board@harbour.example',
      firstName: 'Gallery',
      lastName: 'Board',
      mobile: '',
      jobTitle: '',
      access: [1, 'Device'],
    },
  ],
  jobs: ['Gallery attendant', 'Conservator', 'Box office', 'Stage technician', 'Curator', 'Security'],
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
      timeZone: sydney,
      installedDaysAgo: 412,
      offlineUsers: true,
      pattern: gallery,
      visitorsADay: 44,
      occupancy: [34, 56],
      method: { key: 'GATE', type: 'qr', name: 'Main entrance', location: 'Beside the cloakroom' },
    },
    {
      name: 'Saltpan Theatre',
      description: 'A house of 380 seats in the former salt store.',
      address: '3 Saltpan Wharf, Sydney NSW 2000',
      timeZone: sydney,
      installedDaysAgo: 267,
      pattern: theatre,
      visitorsADay: 34,
      occupancy: [34, 56],
      method: { key: 'DESK', type: 'qr', name: 'Stage door desk', location: 'Stage door, ground floor' },
      asksQuestions: true,
    },
    {
      name: 'Lamplight Hall',
      description: 'Concerts and fairs beside the river.',
      address: '88 Ferrymans Quay, Melbourne VIC 3000',
      timeZone: 'Australia/Melbourne',
      installedDaysAgo: 198,
      pattern: theatre,
      visitorsADay: 32,
      occupancy: [34, 56],
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
      timeZone: sydney,
      installedDaysAgo: 133,
      pattern: gallery,
      visitorsADay: 15,
      occupancy: [9, 18],
      method: { key: 'LAMP', type: 'qr', name: 'Keeper’s gate', location: 'At the garden gate' },
    },
  ],
}

const ridge: DemoClient = {
  name: 'Ridge Mining',
  domain: 'ridge.example',
  companyNo: '71 206 994 308',
  street: '240 Assay Street',
  suburb: 'Kalgoorlie',
  state: 'WA',
  postCode: '6430',
  phone: '+61870101820',
  look: 'pulse',
  timeZone: perth,
  contactRetentionDays: 365,
  users: 18,
  named: [
    {
      email: 'admin@ridge.example',
      firstName: 'Bronwyn',
      lastName: 'Hargrave',
      mobile: '+61491570159',
      jobTitle: 'Site services manager',
      admin: true,
      approvalAccess: true,
      access: [3, 'Manager'],
    },
  ],
  jobs: ['Haul truck operator', 'Shot firer', 'Mine geologist', 'Fitter', 'Surveyor', 'Paramedic'],
  banReasons: [
    'Walked onto the haul road without an escort.',
    'Tampered with an isolation lock.',
    'Fighting in the mess.',
  ],
  sites: [
    {
      name: 'Ridge Pit',
      description: 'Open pit and workshops.',
      address: 'Ridge Haul Road, Kalgoorlie WA 6430',
      timeZone: perth,
      installedDaysAgo: 365,
      offlineUsers: true,
      pattern: mine,
      visitorsADay: 24,
      occupancy: [38, 58],
      method: { key: 'RDGE', type: 'qr', name: 'Pit gatehouse', location: 'Main gate, pedestrian lane' },
    },
    {
      name: 'Ridge Plant',
      description: 'Crusher, mill and assay laboratory.',
      address: 'Mill Road, Kalgoorlie WA 6430',
      timeZone: perth,
      installedDaysAgo: 365,
      pattern: mine,
      visitorsADay: 13,
      occupancy: [14, 24],
      method: { key: 'PLNT', type: 'kiosk', name: 'Plant gate', location: 'North gate', kioskId: 'K-0308' },
    },
    {
      name: 'Ridge Camp',
      description: 'Accommodation for 180.',
      address: '5 Spinifex Way, Kalgoorlie WA 6430',
      timeZone: perth,
      installedDaysAgo: 301,
      pattern: mine,
      visitorsADay: 8,
      occupancy: [8, 14],
      method: { key: 'CAMP', type: 'qr', name: 'Camp office', location: 'Office veranda', asksHost: true },
    },
  ],
}

const lantern: DemoClient = {
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
  named: [
    {
      email: 'operator@gatehouse.example',
      firstName: 'Dilani',
      lastName: 'Jayawardena',
      mobile: '+61491570110',
      jobTitle: 'Installation operator',
      siteAdmin: true,
      admin: true,
      approvalAccess: true,
      access: [1, 'Manager'],
    },
  ],
  jobs: ['Cave guide', 'Ranger', 'Ecologist', 'Ticket office', 'Track maintenance'],
  banReasons: ['Used a torch on the maternity roost.', 'Left the marked path twice.'],
  sites: [
    {
      name: 'Lantern Caves',
      description: 'Guided walks past the maternity roost.',
      address: '77 Lantern Road, Mole Creek TAS 7304',
      timeZone: 'Australia/Hobart',
      installedDaysAgo: 154,
      pattern: caves,
      visitorsADay: 16,
      occupancy: [10, 24],
      method: { key: 'CAVE', type: 'qr', name: 'Ticket hut', location: 'Ticket hut window' },
    },
  ],
}

export const demoClients: readonly DemoClient[] = [harbour, ridge, lantern]
