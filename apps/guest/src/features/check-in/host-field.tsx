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

/** A pause of typing after which people are looked for. */
const PAUSE_MS = 300

interface Found {
  /** What was looked for. */
  search: string
  people: readonly NamedHost[]
  /** The server gave no list: there is no network, or too much was asked. */
  isAway: boolean
}

/**
 * Whom the visitor comes to see. Few methods ask, so it is a chunk of its own. Who is alone in the list under the whole name that was typed is chosen by it; any
 * other name is sent as it was typed.
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
        label={<Trans>Whom do you visit?</Trans>}
        optional={<Trans>(optional)</Trans>}
        hint={
          isAway ? (
            <Trans>The list of people cannot be reached just now. Please type the name.</Trans>
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
          <Trans>Nobody here is listed under this name. Staff see what you type.</Trans>
        )}
      </p>
    </>
  )
}

/** The people who are found by what is typed. Whoever was chosen stays in the list until something else is typed. */
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
          // What was typed stays as it is, so that typing goes on. What is being sent stays too.
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
