import type { EndpointOutput } from '@gatehouse/validation/endpoint'
import {
  Ban,
  BanChanges,
  BanOfPerson,
  BanOfUser,
  createBanEndpoint,
  previewBanEndpoint,
  updateBanEndpoint,
} from '@gatehouse/validation/endpoints/bans'
import { Trans, useLingui, Plural } from '@lingui/react/macro'
import { api } from '../../lib/api.ts'
import type { BanSubject } from '../../lib/ban-subject.ts'
import type { FormField } from '../../lib/forms/form-fields.tsx'
import { FormModal, useEditedRow } from '../../lib/forms/form-modal.tsx'
import { siteField } from '../../lib/site-select/site-field.tsx'
import { type SiteAmong, useOnlySite } from '../../lib/site-select/site-options.ts'
import { toast } from '../../lib/toaster.ts'
import { useIsAdmin } from '../../lib/use-session.ts'
import { nameOf } from './ban-cells.tsx'
import { renewBans } from './queries.ts'
import { ownTimeZone } from '@gatehouse/i18n/format/time-zone'
import { formatDateTime } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { Notice } from '@gatehouse/ui/core/notice'
import { Stack } from '@gatehouse/ui/core/stack'
import styles from '../../lib/drawer-lines.module.css'

type Values = ReturnType<typeof valuesOf>

/** An empty site means all sites, an empty start now, and an empty end none. */
const termsOf = ({ site_id: siteId, reason, from, until }: Values) => ({
  site_id: siteId === '' ? null : siteId,
  reason,
  ...(from !== '' && { from }),
  until: until === '' ? null : until,
})

/** An unchanged time stays as stored, to the second. With another site it is on another clock. */
function changedTermsOf(before: Values, now: Values) {
  const { from, until, ...terms } = termsOf(now)
  const isOfOtherClock = now.site_id !== before.site_id
  return {
    ...terms,
    ...((isOfOtherClock || now.from !== before.from) && { from }),
    ...((isOfOtherClock || now.until !== before.until) && { until }),
  }
}

interface NewBanModalProps {
  /** The person of a row; without it, the person is typed. */
  subject?: BanSubject
  onClose: () => void
}

/** Bans a person. Before it is saved, it shows whom the ban would have refused in the last year. */
export function NewBanModal({ subject, onClose }: NewBanModalProps) {
  const { t } = useLingui()
  const terms = useTermFields({ beside: subject?.site_id })
  const onlySite = useOnlySite({ beside: subject?.site_id })
  // For an admin no site means all sites.
  const meant = useIsAdmin() ? '' : onlySite
  const account = subject && subject.mobile === null ? subject.user_id : null
  const subjectName = subject && nameOf(subject)
  const schema: typeof BanOfPerson | typeof BanOfUser = account === null ? BanOfPerson : BanOfUser
  const person: FormField<Values>[] =
    account === null
      ? [
          { name: 'first_name', label: <Trans>First name</Trans> },
          { name: 'last_name', label: <Trans>Last name</Trans> },
          {
            name: 'mobile',
            type: 'tel',
            label: <Trans>Mobile</Trans>,
            hint: <Trans>Two people can have the same name.</Trans>,
          },
        ]
      : []
  return (
    <FormModal<Values, typeof schema>
      id="ban"
      title={subjectName ? <Trans>Ban {subjectName}</Trans> : <Trans>New ban</Trans>}
      schema={schema}
      values={{
        first_name: subject?.first_name ?? '',
        last_name: subject?.last_name ?? '',
        mobile: subject?.mobile ?? '',
        site_id: subject?.site_id ?? '',
        reason: '',
        from: '',
        until: '',
      }}
      read={(values) => ({
        ...(account === null
          ? { first_name: values.first_name, last_name: values.last_name, mobile: values.mobile }
          : { user_id: account }),
        ...termsOf({ ...values, site_id: values.site_id || meant }),
      })}
      fields={[...person, ...terms]}
      ask={async ({ reason: _reason, ...body }) => ({
        title: <Trans>Ban this person?</Trans>,
        text: <BanPreview preview={await api.call(previewBanEndpoint, { body })} />,
        confirmLabel: <Trans>Ban</Trans>,
      })}
      submitLabel={<Trans>Check and ban</Trans>}
      submit={async (body, once) => {
        const name = nameOf(await api.call(createBanEndpoint, { headers: once, body }))
        toast('success', t`${name} is banned.`)
        await renewBans()
      }}
      onClose={onClose}
    />
  )
}

const valuesOf = (ban: Ban) => ({
  first_name: ban.first_name,
  last_name: ban.last_name,
  mobile: '',
  site_id: ban.site_id ?? '',
  reason: ban.reason,
  from: ban.from_local,
  until: ban.until_local ?? '',
})

/** Changes where and when a ban applies, never to whom: another person is another ban. */
export function EditBanModal({ ban, onClose }: { ban: Ban; onClose: () => void }) {
  const { t } = useLingui()
  const { known = ban, headers, form } = useEditedRow(ban, Ban, valuesOf)
  const name = nameOf(ban)
  return (
    <FormModal<Values, typeof BanChanges>
      id="ban"
      title={<Trans>Edit the ban of {name}</Trans>}
      schema={BanChanges}
      read={(values) => changedTermsOf(valuesOf(known), values)}
      fields={useTermFields({ client: ban.client_id }, ban.site ?? undefined)}
      submit={async (body) => {
        await api.call(updateBanEndpoint, { params: { id: ban.id }, headers, body })
        toast('success', t`The ban of ${name} has been saved.`)
        await renewBans()
      }}
      {...form}
      onClose={onClose}
    />
  )
}

/**
 * Where, why and when.
 * @param among whose sites are offered
 * @param siteName the site as another user has changed it
 */
function useTermFields(among: SiteAmong, siteName?: string): FormField<Values>[] {
  const { t } = useLingui()
  const isAdmin = useIsAdmin()
  return [
    siteField('site_id', {
      ...among,
      ...(isAdmin && { allLabel: t`All sites` }),
      text: ({ site_id: id }) => (id === '' ? t`All sites` : (siteName ?? t`Another site`)),
    }),
    {
      type: 'long',
      name: 'reason',
      label: <Trans>Reason</Trans>,
      hint: <Trans>Only staff can read it, never the person.</Trans>,
    },
    {
      type: 'datetime-local',
      name: 'from',
      label: <Trans>From</Trans>,
      hint: <Trans>In the time zone of the site. Empty means now.</Trans>,
      isOptional: true,
    },
    {
      type: 'datetime-local',
      name: 'until',
      label: <Trans>Until</Trans>,
      hint: <Trans>Leave empty for no end date.</Trans>,
      isOptional: true,
    },
  ]
}

/** Whom a ban would have refused in the last year. */
function BanPreview({ preview }: { preview: EndpointOutput<typeof previewBanEndpoint> }) {
  const language = useLanguage()
  const { people, total, visits, is_cut: isCut, on_site: onSite, bans } = preview
  const others = total - people.length
  return (
    <Stack>
      <p>
        <Plural
          value={total}
          _0="No visitor of the last year would have been refused."
          one="# visitor of the last year would have been refused:"
          other="# visitors of the last year would have been refused:"
        />
      </p>
      {people.length > 0 && (
        <ul className={styles.list}>
          {people.map((person, place) => (
            <li key={place} className={styles.item}>
              <span>{nameOf(person)}</span>
              <span className={styles.details}>
                <Plural value={person.visits} one="# visit" other="# visits" />,{' '}
                <Trans>last {formatDateTime(new Date(person.last_at), language, ownTimeZone())}</Trans>
              </span>
            </li>
          ))}
          {others > 0 && (
            <li className={styles.item}>
              <Plural value={others} one="and # more" other="and # more" />
            </li>
          )}
        </ul>
      )}
      {visits > 0 && (
        <p>
          <Plural value={visits} one="# visit in all." other="# visits in all." />
        </p>
      )}
      {isCut && (
        <p>
          <Trans>This mobile belongs to many people, so not all were checked.</Trans>
        </p>
      )}
      {onSite > 0 && (
        <Notice kind="caution">
          <Plural
            value={onSite}
            one="# of them is on site now. The ban does not check anyone out."
            other="# of them are on site now. The ban does not check anyone out."
          />
        </Notice>
      )}
      {bans > 0 && (
        <Notice kind="info">
          <Plural
            value={bans}
            one="This person is already banned there."
            other="This person is already banned there # times."
          />
        </Notice>
      )}
    </Stack>
  )
}
