import type { UserStatus, UserType } from '@gatehouse/validation/vocabulary'
import { type DemoIds, itemAt, type Random } from './random.ts'
import { drawName, type FullName, mailboxOf } from './names.ts'
import type { ClientTemplate } from './client-templates.ts'

/** A person who visits the sites, with the times when they are on site. */
export interface Person extends FullName {
  mobile: string
  personKey: string
  /** From sign-in to the end of each visit. */
  stays: [from: number, to: number][]
}

export interface StaffMember extends Person {
  id: string
  email: string
  employeeNumber: string
  phoneExtension: string
  jobTitle: string
  status: UserStatus
  admin: boolean
  siteAdmin: boolean
  approvalAccess: boolean
  createdAt: Date
  /** `site` is an index into the sites of the client. The first entry is where they work. */
  access: { site: number; userType: UserType }[]
}

/** The accounts that the README names. */
const named: Record<string, (Partial<StaffMember> & FullName & { mobile: string })[]> = {
  'harbour.example': [
    {
      email: 'admin@harbour.example',
      firstName: 'Marguerite',
      lastName: 'Okonkwo',
      mobile: '+61491570156',
      jobTitle: 'Head of operations',
      admin: true,
      approvalAccess: true,
      access: [0, 1, 2, 3].map((site) => ({ site, userType: 'Manager' })),
    },
    {
      email: 'manager@harbour.example',
      firstName: 'Tomasz',
      lastName: 'Wierzbicki',
      mobile: '+61491570157',
      jobTitle: 'House manager',
      approvalAccess: true,
      access: [0, 1].map((site) => ({ site, userType: 'Manager' })),
    },
    {
      email: 'staff@harbour.example',
      firstName: 'Aroha',
      lastName: 'Ngata',
      mobile: '+61491570158',
      jobTitle: 'Front of house',
      access: [{ site: 0, userType: 'Staff' }],
    },
    {
      email: 'board@harbour.example',
      firstName: 'Gallery',
      lastName: 'Board',
      mobile: '',
      jobTitle: '',
      employeeNumber: '',
      access: [{ site: 0, userType: 'Device' }],
    },
  ],
  'ridge.example': [
    {
      email: 'admin@ridge.example',
      firstName: 'Bronwyn',
      lastName: 'Hargrave',
      mobile: '+61491570159',
      jobTitle: 'Site services manager',
      admin: true,
      approvalAccess: true,
      access: [0, 1, 2].map((site) => ({ site, userType: 'Manager' })),
    },
  ],
  'lantern.example': [
    {
      email: 'operator@gatehouse.example',
      firstName: 'Dilani',
      lastName: 'Jayawardena',
      mobile: '+61491570110',
      jobTitle: 'Installation operator',
      siteAdmin: true,
      admin: true,
      approvalAccess: true,
      access: [{ site: 0, userType: 'Manager' }],
    },
  ],
}

const hour = 3_600_000

/** Creates a function that returns Australian numbers near those reserved for fiction, each once. */
export function createMobiles(): () => string {
  const taken = new Set(Object.values(named).flatMap((people) => people.map(({ mobile }) => mobile)))
  let step = 0
  return () => {
    for (;;) {
      // 7,919 and 10,000 are coprime, so the steps reach every number once before one repeats.
      const mobile = `+6149157${String((4321 + 7919 * step++) % 10_000).padStart(4, '0')}`
      if (!taken.has(mobile)) return mobile
    }
  }
}

export interface PersonFactory {
  random: Random
  /** A name that no other person of the client has. */
  name: () => FullName
  mobile: () => string
  personKey: (person: FullName & { mobile: string }) => string
}

export function createPersonFactory(
  random: Random,
  mobile: () => string,
  personKey: PersonFactory['personKey'],
): PersonFactory {
  const names = new Set<string>()
  return {
    random,
    mobile,
    personKey,
    name: () => {
      for (;;) {
        const name = drawName(random)
        const key = mailboxOf(name)
        if (names.size < names.add(key).size) return name
      }
    },
  }
}

export function createVisitors(factory: PersonFactory, count: number): Person[] {
  return Array.from({ length: count }, () => {
    const person = { ...factory.name(), mobile: factory.mobile() }
    return { ...person, personKey: factory.personKey(person), stays: [] }
  })
}

/** Creates the users of a client: first the named accounts, then as many as the template says, spread over the sites. */
export function createStaff(
  template: ClientTemplate,
  factory: PersonFactory,
  now: number,
  newId: DemoIds,
): StaffMember[] {
  const { random } = factory
  const people: (Partial<StaffMember> & FullName & { mobile: string })[] = [...(named[template.domain] ?? [])]
  while (people.length < template.users) {
    people.push({ ...factory.name(), mobile: factory.mobile() })
  }
  const first = template.users - unusual.length * (template.users > 10 ? 1 : 0)
  return people.map((person, index) => {
    const home = index % template.sites.length
    const isManager = index >= people.length - template.sites.length - unusual.length && index < first
    const status = index >= first ? itemAt(unusual, index - first) : 'active'
    // Pending users registered lately. The others were created before the ninety days of visits.
    const created = now - (status === 'pending' ? random.int(1, 70) * hour : random.int(95, 430) * 24 * hour)
    const drawn = {
      id: newId(created),
      createdAt: new Date(created),
      personKey: factory.personKey(person),
      stays: [] as [number, number][],
      email: `${mailboxOf(person)}@${template.domain}`,
      employeeNumber: `${template.name[0] ?? ''}${1000 + index * 7 + random.int(0, 6)}`,
      phoneExtension: random.chance(0.6) ? String(200 + index) : '',
      jobTitle: itemAt(template.jobs, index),
      status,
      admin: false,
      siteAdmin: false,
      approvalAccess: isManager && random.chance(0.5),
      access: accessOf(random, home, template.sites.length, isManager),
    }
    return Object.assign(drawn, person)
  })
}

/** The statuses of the last users of a larger client. */
const unusual: readonly UserStatus[] = ['pending', 'pending', 'archived', 'rejected']

function accessOf(random: Random, home: number, sites: number, isManager: boolean): StaffMember['access'] {
  const access: StaffMember['access'] = [{ site: home, userType: isManager ? 'Manager' : 'Staff' }]
  if (sites > 1 && random.chance(0.25)) access.push({ site: (home + 1) % sites, userType: 'Staff' })
  return access
}

/** Whether a person is on no site between two moments. */
export function isFree({ stays }: Person, from: number, to: number): boolean {
  return stays.every(([start, end]) => to <= start || end <= from)
}
