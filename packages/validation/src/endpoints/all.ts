import * as v from 'valibot'
import type { EndpointDeclaration, EndpointInput, EndpointOutput } from '../endpoint.ts'
import { Uuid } from '../fields.ts'
import * as declared from './declared.ts'

/** The exports whose name ends in `Endpoint`, without that end. */
type Endpoints<Exports> = {
  [Name in keyof Exports as Name extends `${infer Short}Endpoint` ? Short : never]: Exports[Name]
}

/** The parameters of a path are ids, unless the endpoint says otherwise. */
function withIds(declaration: EndpointDeclaration): EndpointDeclaration {
  const names = [...declaration.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  if (declaration.params || names.length === 0) return declaration
  return { ...declaration, params: v.object(Object.fromEntries(names.map((name) => [name, Uuid]))) }
}

/** Every endpoint by name: the routes, the reference page and the access matrix read this. */
export const endpoints = Object.fromEntries(
  Object.entries(declared).flatMap(([name, value]) =>
    name.endsWith('Endpoint') && 'path' in value ? [[name.slice(0, -'Endpoint'.length), withIds(value)]] : [],
  ),
) as Endpoints<typeof declared> satisfies Record<string, EndpointDeclaration>

export type EndpointName = keyof typeof endpoints

/** What a handler of the endpoint with this name receives, and what it returns. */
export type InputOf<Name extends EndpointName> = EndpointInput<(typeof endpoints)[Name]>
export type OutputOf<Name extends EndpointName> = EndpointOutput<(typeof endpoints)[Name]>
