import type { MachineData } from '@gatehouse/validation/endpoints/check-in'
import type { Question } from '@gatehouse/validation/questions'
import { dataFolder } from './data-folder.ts'
import type { Visitor } from './pages/guest-page.ts'
import { startProgram } from './programs.ts'

/**
 * The content of a venue's page. Roles are sorted by name, and questions refer to roles by name.
 */
export type VenuePlan = Omit<MachineData, 'id' | 'draft' | 'usersHaveRoles' | 'roles'> & {
  roles: string[]
  /** Defaults to Sydney's. */
  timeZone?: string
}

/** A venue in the running server's database, with one sign-in method. */
export interface Venue {
  key: string
  /** The id of the sign-in method, the API's machineId. */
  id: string
}

/** The credentials of a login. */
export interface Login {
  email: string
  password: string
}

/** Creates and changes venues for journeys in the database of the running server. */
export interface Venues {
  open(plan: VenuePlan): Promise<Venue>
  /** Adds a question at the end. */
  ask(venue: Venue, question: Omit<Question, 'id'>): Promise<void>
  /** The role is no longer offered. */
  withdraw(venue: Venue, role: string): Promise<void>
  /** Disables the sign-in method, archives its site, or disables its client. */
  close(venue: Venue, what?: 'method' | 'site' | 'client'): Promise<void>
  /** Enables the sign-in method again. */
  reopen(venue: Venue): Promise<void>
  /** Moves the method to a new site of the client, without questions. */
  move(venue: Venue, siteName: string): Promise<void>
  /** Gives the method a new key. The old one becomes unknown. */
  renew(venue: Venue): Promise<{ key: string }>
  /** The names of the people who signed in at the venue, and of those who were refused. */
  written(venue: Venue): Promise<{ visits: string[]; refusals: string[] }>
  /** When the people at the venue signed in, and whether a kiosk sent it later. */
  arrivals(venue: Venue): Promise<{ signedInAt: string; offline: boolean }[]>
  /** Creates an admin of the venue's client. */
  appoint(venue: Venue): Promise<Login>
  /** Creates a person who works at the venue and receives visitors. */
  receive(venue: Venue, host: { firstName: string; lastName: string }): Promise<Login>
  ban(venue: Venue, person: Visitor): Promise<void>
  /** Makes the person a user of the venue's client, with one of its roles. */
  employ(venue: Venue, person: Visitor, role: string): Promise<void>
  /** The code that the venue's device shows for a temperature in °C. */
  measure(venue: Venue, celsius: number): Promise<string>
}

/** Starts the program that creates them. It writes to the database directly. */
export async function startVenues(): Promise<Venues & { end(): Promise<void> }> {
  const { call, end } = await startProgram('apps/api/test/made-up-venues.ts', {
    NODE_ENV: 'test',
    DATA_DIR: process.env['DATA_DIR'] ?? dataFolder('data'),
  })
  return {
    open: (plan) => call('open', { plan }),
    ask: (venue, question) => call('ask', { venue, question }),
    withdraw: (venue, role) => call('withdraw', { venue, role }),
    close: (venue, what = 'method') => call('close', { venue, what }),
    reopen: (venue) => call('reopen', { venue }),
    move: (venue, siteName) => call('move', { venue, siteName }),
    renew: (venue) => call('renew', { venue }),
    written: (venue) => call('written', { venue }),
    arrivals: (venue) => call('arrivals', { venue }),
    appoint: (venue) => call('appoint', { venue }),
    receive: (venue, host) => call('receive', { venue, ...host }),
    ban: (venue, person) => call('ban', { venue, person }),
    employ: (venue, person, role) => call('employ', { venue, person, role }),
    measure: (venue, celsius) => call('measure', { venue, celsius }),
    end,
  }
}
