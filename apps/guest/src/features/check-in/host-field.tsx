import type * as declared from '@gatehouse/validation/endpoints/hosts'
import type { NamedHost } from '@gatehouse/validation/endpoints/check-in'
import { ChoiceList } from '@gatehouse/ui/core/choice-list'
import { Field } from '@gatehouse/ui/core/field'
import { TextInput } from '@gatehouse/ui/core/text-input'
import { visitLimits } from '@gatehouse/validation/limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { withoutSchemas } from '@gatehouse/api-client/without-schemas'
import { api } from '../../lib/api.ts'
import { serverDraft, useCheckIn, useDraft, useMachine } from './check-in-store.ts'
import { edit } from './form-actions.ts'
import { fieldMessage } from './visitor-messages.ts'
import { hostError } from './host-error.ts'
import './host-texts.ts'
import { onlyHost } from '@gatehouse/validation/only-host'

const findHostsEndpoint = withoutSchemas<typeof declared.findHostsEndpoint>(
  { method: 'POST', path: '/checkin/hosts' },
  'hosts',
)

/** Debounce of the search, in milliseconds. */
const PAUSE_MS = 300

interface Found {
  /** The text that was searched for. */
  search: string
  people: readonly NamedHost[]
  /** There is no result list: no network, or too many requests. */
  isAway: boolean
}

/**
 * Who the visitor comes to see. A separate chunk, because few methods ask. If the full typed name
 * matches exactly one person, that person is chosen; any other name is sent as typed.
 */
export default function HostField() {
  const { i18n } = useLingui()
  const { host } = useDraft()
  const submission = useCheckIn((state) => state.submission)
  const name = host?.name ?? ''
  const { search, people, isAway } = useFound(name, host)
  const refusal = submission.status === 'failed' ? submission.error.fields['host'] : undefined
  const error = hostError(host) ?? (refusal && fieldMessage(refusal))
  return (
    <>
      <Field
        id="host"
        label={<Trans>Who are you visiting?</Trans>}
        optional={<Trans>(optional)</Trans>}
        hint={
          isAway ? (
            <Trans>The list of people can’t be loaded at the moment. Type the name.</Trans>
          ) : (
            <Trans>Type three letters of the name, then choose the person.</Trans>
          )
        }
        error={error && i18n._(error)}
      >
        <TextInput
          value={name}
          onChange={({ target }) => edit({ host: { name: target.value } })}
          autoComplete="off"
          autoCapitalize="words"
          spellCheck={false}
        />
      </Field>
      {people.length > 0 && (
        <ChoiceList
          type="radio"
          id="host-people"
          legend={<Trans>People here with this name</Trans>}
          choices={people.map((person) => ({ value: person.ref ?? '', label: person.name }))}
          value={host?.ref}
          onChange={(ref) => {
            const chosen = people.find((person) => person.ref === ref)
            if (chosen) edit({ host: chosen })
          }}
        />
      )}
      <p role="status">
        {search !== '' && people.length === 0 && !isAway && (
          <Trans>No one here has this name. Staff see what you type.</Trans>
        )}
      </p>
    </>
  )
}

/**
 * The people who match the typed text. The chosen person stays in the list until the text changes.
 */
function useFound(typed: string, host: NamedHost | undefined): Found {
  const { id } = useMachine()
  const isChosen = host?.ref !== undefined
  const search = typed.trim()
  const isSearched =
    Array.from(search.replace(/\s/g, '')).length >= visitLimits.hosts.letters && !hostError(host)
  const [found, setFound] = useState<Found>({ search: '', people: host?.ref ? [host] : [], isAway: false })
  useEffect(() => {
    if (isChosen || !isSearched) return undefined
    const stopped = new AbortController()
    const timer = setTimeout(() => {
      const body = { id, search, draft: serverDraft(useCheckIn.getState()) }
      api.call(findHostsEndpoint, { body }, { signal: stopped.signal }).then(
        ({ hosts }) => {
          if (stopped.signal.aborted) return
          setFound({ search, people: hosts, isAway: false })
          const only = onlyHost(search, hosts)
          // The typed text is kept, so that the visitor can go on typing. An attempt being sent is
          // not changed.
          if (only && useCheckIn.getState().submission.status === 'not-submitted')
            edit({ host: { ...only, name: typed } })
        },
        () => stopped.signal.aborted || setFound({ search, people: [], isAway: true }),
      )
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      stopped.abort()
    }
  }, [id, search, typed, isChosen, isSearched])
  return isChosen || isSearched ? found : { ...found, search: '', people: [] }
}
