import { languageNames, localeTags } from '@gatehouse/i18n/language-names'
import { Facts } from '@gatehouse/ui/staff/facts'
import { msg, plural } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Pending } from '../../lib/failure.tsx'
import { guestTextsQuery } from '../../lib/guest-texts.ts'

/** The texts below the form of the guest page, under the same ids. */
const sentences = (days: number | null) => [
  msg`Your details let this venue know who is here.`,
  days === null
    ? msg`They are kept until the venue deletes them.`
    : msg`${plural(days, { one: 'They are deleted after # day.', other: 'They are deleted after # days.' })}`,
]

/** Why and for how long data is kept, as visitors read it before they sign in, in each language. */
export function VisitorPurpose({ days }: { days: number | null }) {
  const { data, ...query } = useQuery(guestTextsQuery)
  if (!data)
    return <Pending title={<Trans>The texts could not be loaded</Trans>} query={query} height={120} />
  return (
    <Facts
      facts={[...data].map(([language, guest]) => {
        const text = sentences(days).map((sentence) => guest._(sentence))
        return {
          label: languageNames[language],
          value: <span lang={localeTags[language]}>{text.join(' ')}</span>,
        }
      })}
    />
  )
}
