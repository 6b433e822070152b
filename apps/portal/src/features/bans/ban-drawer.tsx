import { Badge } from '@gatehouse/ui/core/badge'
import { Button } from '@gatehouse/ui/core/button'
import { Notice } from '@gatehouse/ui/core/notice'
import { Stack } from '@gatehouse/ui/core/stack'
import { Facts } from '@gatehouse/ui/staff/facts'
import { type Ban, type BanException, decideBanExceptionEndpoint } from '@gatehouse/validation/endpoints/bans'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { ErrorMessage } from '../../lib/errors.ts'
import { MobileNumber } from '../../lib/mobile-number.tsx'
import { Moment } from '../../lib/moment.tsx'
import { Place, Until, exceptionStateLabels } from './ban-cells.tsx'
import styles from '../../lib/drawer-lines.module.css'
import { renewBans } from './queries.ts'

/** Who is banned, where, when and why, and the exceptions. */
export function BanDrawer({ ban }: { ban: Ban }) {
  const { time_zone: timeZone, created_by: createdBy, lifted_at: liftedAt, lifted_by: liftedBy } = ban
  return (
    <Stack gap={24}>
      <Facts
        facts={[
          { label: <Trans>Reason</Trans>, value: ban.reason || '–' },
          {
            label: <Trans>Mobile</Trans>,
            value: <MobileNumber mobile={ban.mobile} isMasked={ban.mobile_masked} />,
          },
          { label: <Trans>Site</Trans>, value: <Place ban={ban} /> },
          { label: <Trans>From</Trans>, value: <Moment at={ban.from} zone={timeZone} /> },
          { label: <Trans>Until</Trans>, value: <Until ban={ban} /> },
          { label: <Trans>Banned by</Trans>, value: createdBy ?? '–' },
          liftedAt !== null && {
            label: <Trans>Lifted</Trans>,
            value: <Moment at={liftedAt} zone={timeZone} />,
          },
          liftedAt !== null && { label: <Trans>Lifted by</Trans>, value: liftedBy ?? '–' },
        ]}
      />
      {ban.needs_admin && ban.state !== 'over' && (
        <p>
          <Trans>Only an administrator can change or lift this ban.</Trans>
        </p>
      )}
      <section aria-labelledby="exceptions">
        <h3 id="exceptions" className={styles.title}>
          <Trans>Exceptions</Trans>
        </h3>
        {ban.exceptions.length === 0 ? (
          <p>
            <Trans>No exception has been requested.</Trans>
          </p>
        ) : (
          <ul className={styles.list}>
            {ban.exceptions.map((exception) => (
              <li key={exception.id} className={styles.item}>
                <ExceptionLine ban={ban} exception={exception} />
              </li>
            ))}
          </ul>
        )}
      </section>
    </Stack>
  )
}

const badges = {
  waiting: 'caution',
  granted: 'info',
  refused: 'neutral',
  over: 'neutral',
  expired: 'neutral',
} as const

function ExceptionLine({ ban, exception }: { ban: Ban; exception: BanException }) {
  const { t } = useLingui()
  const { state, site, hours, reason, asked_by: askedBy, decided_by: decidedBy, until } = exception
  const decide = useMutation({
    mutationFn: (granted: boolean) =>
      api.call(decideBanExceptionEndpoint, {
        params: { id: ban.id, exceptionId: exception.id },
        body: { granted },
      }),
    onSuccess: renewBans,
  })
  return (
    <>
      <p className={styles.what}>
        <span>
          {site}, <Plural value={hours} one="# hour" other="# hours" />
        </span>{' '}
        <Badge kind={badges[state]}>{t(exceptionStateLabels[state])}</Badge>
      </p>
      <p>{reason}</p>
      <p className={styles.details}>
        <Trans>Requested by {askedBy ?? '–'}</Trans>, <Moment at={exception.asked_at} zone={ban.time_zone} />
      </p>
      {exception.decided_at !== null && (
        <p className={styles.details}>
          <Trans>Decided by {decidedBy ?? '–'}</Trans>,{' '}
          <Moment at={exception.decided_at} zone={ban.time_zone} />
        </p>
      )}
      {until !== null && (
        <p className={styles.details}>
          <Trans>Until</Trans> <Moment at={until} zone={ban.time_zone} />
        </p>
      )}
      {state === 'waiting' && exception.is_own && (
        <p className={styles.details}>
          <Trans>Another person must approve your request.</Trans>
        </p>
      )}
      {decide.error && (
        <Notice kind="danger" live="assertive">
          <ErrorMessage error={decide.error} />
        </Notice>
      )}
      {exception.can_decide && (state === 'waiting' || state === 'granted') && (
        <div className={styles.actions}>
          {state === 'waiting' && !exception.is_own && (
            <Button size="small" kind="primary" busy={decide.isPending} onClick={() => decide.mutate(true)}>
              <Trans>Approve</Trans>
            </Button>
          )}
          <Button size="small" busy={decide.isPending} onClick={() => decide.mutate(false)}>
            {state === 'granted' ? (
              <Trans>End the exception</Trans>
            ) : exception.is_own ? (
              <Trans>Cancel request</Trans>
            ) : (
              <Trans>Reject</Trans>
            )}
          </Button>
        </div>
      )}
    </>
  )
}
