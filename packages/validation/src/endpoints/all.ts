import type { EndpointDeclaration, EndpointInput, EndpointOutput } from '../endpoint.ts'
import * as declared from './declared.ts'

/** The exports whose name ends in `Endpoint`, without that end. */
type Endpoints<Exports> = {
  [Name in keyof Exports as Name extends `${infer Short}Endpoint` ? Short : never]: Exports[Name]
}

/** Every endpoint by name: the reference page, the access matrix and the check that each has a route read this. */
export const endpoints = Object.fromEntries(
  Object.entries(declared).flatMap(([name, value]) =>
    name.endsWith('Endpoint') ? [[name.slice(0, -'Endpoint'.length), value]] : [],
  ),
) as Endpoints<typeof declared> satisfies Record<string, EndpointDeclaration>

export type EndpointName = keyof typeof endpoints

/** What a handler of the endpoint with this name receives, and what it returns. */
export type InputOf<Name extends EndpointName> = EndpointInput<(typeof endpoints)[Name]>
export type OutputOf<Name extends EndpointName> = EndpointOutput<(typeof endpoints)[Name]>
