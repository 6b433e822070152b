import { type Command, CommandList } from '@gatehouse/ui/aria/command-list'
import { searchKinds } from '@gatehouse/validation/endpoints/search'
import { foldText } from '@gatehouse/validation/fold-text'
import { matchesTerms, readSearch } from '@gatehouse/validation/search-terms'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useErrorMessage } from '../../lib/errors.ts'
import { kinds } from './kinds.ts'
import { searchQuery } from './queries.ts'

const REST_MS = 80

interface CommandPaletteProps {
  pages: readonly Command[]
  actions: readonly Command[]
  onClose: () => void
}

/** Finds pages and actions here, and people, sites, methods and clients on the server. */
export function CommandPalette({ pages, actions, onClose }: CommandPaletteProps) {
  const { t } = useLingui()
  const router = useRouter()
  const reasonOf = useErrorMessage()
  const [text, setText] = useState('')
  const typed = text.trim()
  const { data, error, isFetching } = useQuery(searchQuery(useRested(typed)))
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
          detail: item.detail,
          run: () => void router.navigate({ href: hrefOf(item) }),
        })),
      }
    }),
    { title: t`Actions`, commands: here(actions) },
  ]
  const total = groups.reduce((sum, { commands }) => sum + commands.length, 0)
  const status = () => {
    if (error) return reasonOf(error)
    if (isFetching) return <Trans>Searching…</Trans>
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
      onClose={onClose}
    />
  )
}

/** The text once typing has rested: not each key asks the server. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), REST_MS)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
