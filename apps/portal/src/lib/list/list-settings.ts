import { remembered } from '@gatehouse/ui/staff/remembered.ts'
import { spellingKeyOf } from '@gatehouse/validation/spelling-key'
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import type { ListAddress } from './list-search.ts'

const Settings = v.object({
  /** The ids of the hidden columns. */
  hiddenColumns: v.fallback(v.array(v.string()), []),
  /** The ids of the columns that are always shown. */
  pinnedColumns: v.fallback(v.array(v.string()), []),
  /** Filters and order under a name. */
  views: v.fallback(
    v.array(v.object({ name: v.string(), search: v.record(v.string(), v.union([v.string(), v.number()])) })),
    [],
  ),
  /** The name of the default view. */
  defaultView: v.fallback(v.optional(v.string()), undefined),
})
export type ListSettings = v.InferOutput<typeof Settings>

/** Parses stored settings; invalid ones are dropped. */
export function parseSettings(text: string | undefined): ListSettings {
  let read: unknown = {}
  try {
    read = JSON.parse(text ?? '{}')
  } catch {
    // Another program may have written there.
  }
  const parsed = v.safeParse(Settings, read)
  return parsed.success ? parsed.output : v.parse(Settings, {})
}

/** A change based on the stored settings: another window may have changed them. */
export type ChangeSettings = (change: (current: ListSettings) => Partial<ListSettings>) => void

/**
 * How a person wants a list displayed, stored in this browser.
 * @param listPath of the list's endpoint
 */
export function useListSettings(listPath: string, personId: string): [ListSettings, ChangeSettings] {
  const key = `list${listPath.replaceAll('/', '.')}.${personId}`
  const [state, setState] = useState(() => ({ key, settings: parseSettings(remembered(key).get()) }))
  const settings = state.key === key ? state.settings : parseSettings(remembered(key).get())
  useEffect(() => {
    // Follows what other windows of the browser write.
    const follow = () => setState({ key, settings: parseSettings(remembered(key).get()) })
    addEventListener('storage', follow)
    return () => removeEventListener('storage', follow)
  }, [key])
  return [
    settings,
    (change) => {
      const stored = remembered(key).get()
      const current = stored === undefined ? settings : parseSettings(stored)
      const next = { ...current, ...change(current) }
      setState({ key, settings: next })
      remembered(key).set(JSON.stringify(next))
    },
  ]
}

/** Whether a view has this name, in any spelling. */
export function hasView({ views }: ListSettings, name: string): boolean {
  return views.some((view) => spellingKeyOf(view.name) === spellingKeyOf(name))
}

/** The settings with a named view. It replaces one of the same name. */
export function withView(settings: ListSettings, name: string, search: ListAddress): ListSettings {
  const { page: _page, row: _row, modal: _modal, ...lasting } = search
  const set = Object.entries(lasting).flatMap(([key, value]) =>
    value === undefined || value === '' ? [] : [[key, value] as const],
  )
  const others = settings.views.filter((view) => spellingKeyOf(view.name) !== spellingKeyOf(name))
  return { ...settings, views: [...others, { name, search: Object.fromEntries(set) }] }
}

export function withoutView(settings: ListSettings, name: string): ListSettings {
  const { defaultView } = settings
  return {
    ...settings,
    views: settings.views.filter((view) => view.name !== name),
    defaultView: defaultView === name ? undefined : defaultView,
  }
}

/** The search of the default view, where there is one. */
export function defaultSearch({ views, defaultView }: ListSettings): ListAddress | undefined {
  return views.find(({ name }) => name === defaultView)?.search
}
