import { serverTime } from '@gatehouse/api-client/server-clock'
import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { formatSince } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { type Command, CommandList } from '@gatehouse/ui/aria/command-list'
import { type FoundItem, searchKinds, searchEverythingEndpoint } from '@gatehouse/validation/endpoints/search'
import { useNow } from '@gatehouse/ui/staff/use-now.ts'
import { foldText } from '@gatehouse/validation/fold-text'
import { matchesTerms, readSearch } from '@gatehouse/validation/search-terms'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useSessionConfig } from '../../lib/use-session.ts'
import { useErrorMessage } from '../../lib/errors.ts'
import { featuresOf } from '../../lib/look-features.ts'
import { kinds } from './kinds.ts'
import { endpointQuery } from '../../lib/endpoint-query.ts'

/** The debounce: how long no key is pressed before the server is asked again. */
const REST_MS = 40
/** Keys in quick succession belong to one text. */
const TYPING_MS = 300
const MINUTE_MS = 60_000

interface CommandPaletteProps {
  pages: readonly Command[]
  actions: readonly Command[]
  onClose: () => void
}

/**
 * Finds pages and actions locally; and people at the sites, users, sites, methods and clients on the
 * server.
 */
export function CommandPalette({ pages, actions, onClose }: CommandPaletteProps) {
  const { t } = useLingui()
  const router = useRouter()
  const reasonOf = useErrorMessage()
  const [text, setText] = useState('')
  const typed = text.trim()
  const rested = useRested(typed)
  const detailOf = useDetail()
  const features = featuresOf(useSessionConfig().look)
  const { data, error, isFetching, isPlaceholderData } = useQuery(searchQuery(rested))
  // Results of an earlier text are not for the current one.
  const isStale = rested !== typed || isPlaceholderData
  const isWaiting = typed !== '' && error === null && (isStale || isFetching)
  const terms = readSearch(typed)
  const here = (commands: readonly Command[]) =>
    commands.filter(({ name }) => matchesTerms(terms, { texts: [foldText(name)], phone: null }))
  const items = typed === '' ? [] : (data?.items ?? [])
  const groups = [
    { title: t`Pages`, commands: here(pages) },
    ...searchKinds.map((kind) => {
      const { title, icon: Icon, hrefOf } = kinds[kind]
      const ofKind = items.filter((item) => item.kind === kind)
      return {
        title: t(title),
        commands: ofKind.map((item): Command => ({
          id: item.id,
          icon: <Icon size={18} aria-hidden="true" />,
          name: item.name,
          detail: detailOf(item),
          isStale,
          run: () => void router.navigate({ href: hrefOf(item, features) }),
        })),
      }
    }),
    { title: t`Actions`, commands: here(actions) },
  ]
  const total = groups.reduce((sum, { commands }) => sum + commands.length, 0)
  const status = () => {
    if (error) return reasonOf(error)
    if (isWaiting) return <Trans>Searching…</Trans>
    if (total === 0) return <Trans>Nothing found for “{typed}”.</Trans>
    return <Plural value={total} one="# result" other="# results" />
  }
  return (
    <CommandList
      label={t`Search`}
      placeholder={t`Page, person, site, method or action`}
      value={text}
      onChange={setText}
      groups={groups}
      status={status()}
      isWaiting={isWaiting}
      onClose={onClose}
    />
  )
}

/** What distinguishes a result; for people at a site since when, by the site's clock. */
function useDetail(): (found: FoundItem) => string {
  const { t } = useLingui()
  const language = useLanguage()
  const now = serverTime(useNow(MINUTE_MS))
  return ({ kind, detail, stay }) => {
    if (!stay) return detail
    const time = formatSince(stay.at, now, language, timeZoneOf(stay.time_zone))
    return `${detail} · ${kind === 'left' ? t`Left ${time}` : t`On site since ${time}`}`
  }
}

/** The debounced text, so that not each key asks the server. The first key does so at once. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  const lastKey = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const now = performance.now()
    const isTyping = now - lastKey.current < TYPING_MS
    lastKey.current = now
    const timer = setTimeout(() => setRested(text), isTyping ? REST_MS : 0)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}

/** The server's results for a text. The last ones stay until the next ones arrive. */
const searchQuery = (search: string) =>
  queryOptions({
    ...endpointQuery(searchEverythingEndpoint, { query: { search } }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  })
