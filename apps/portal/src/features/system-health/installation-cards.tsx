import { localeTags } from '@gatehouse/i18n/language-names'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { runtimeConfig } from '@gatehouse/api-client/runtime-config'
import { isLoopbackUrl } from '@gatehouse/validation/loopback'
import type { InstallationHealth } from '@gatehouse/validation/endpoints/system-health'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Moment } from '../../lib/moment.tsx'
import { AddressAdvice } from '../../lib/public-address/public-address.tsx'
import { HealthCard } from './health-card.tsx'

interface InstallationCardsProps {
  version: string
  health: InstallationHealth
}

/** What all clients share. For site admins. */
export function InstallationCards({ version, health }: InstallationCardsProps) {
  const tag = localeTags[useLanguage()]
  const number = new Intl.NumberFormat(tag)
  const { database, clock, migrations, storage, file_access: access } = health
  return (
    <>
      <HealthCard
        title={<Trans>Database</Trans>}
        state={database.state}
        facts={[
          { label: <Trans>Version of Gatehouse</Trans>, value: version },
          { label: <Trans>Size</Trans>, value: formatBytes(database.bytes, tag) },
          { label: <Trans>Answered in</Trans>, value: formatMilliseconds(database.milliseconds, tag) },
        ]}
        advice={{
          failed: (
            <Trans>
              Gatehouse can’t write to the database. Check whether it is read-only or its disk is full.
            </Trans>
          ),
        }}
      />
      <HealthCard
        title={<Trans>Address</Trans>}
        state={isLoopbackUrl(runtimeConfig.publicUrl) ? 'attention' : 'good'}
        facts={[{ label: <Trans>Links and QR codes lead to</Trans>, value: runtimeConfig.publicUrl }]}
        advice={{ attention: <AddressAdvice /> }}
      />
      <HealthCard
        title={<Trans>Migrations</Trans>}
        state={migrations.state}
        facts={[
          { label: <Trans context="migrations">Applied</Trans>, value: number.format(migrations.applied) },
          { label: <Trans>Missing</Trans>, value: number.format(migrations.missing) },
        ]}
        advice={{ failed: <Trans>Restart Gatehouse: its start migrates the database.</Trans> }}
      />
      <HealthCard
        title={<Trans>Clocks</Trans>}
        state={clock.state}
        facts={[
          {
            label: <Trans>Difference to the database</Trans>,
            value: formatMilliseconds(clock.ahead_milliseconds, tag),
          },
        ]}
        advice={{
          attention: <Trans>Let both machines take their time from the same server (NTP).</Trans>,
          failed: (
            <Trans>
              With more than a minute between them, times in the log are wrong and limits of tries let more
              through. Let both machines take their time from the same server (NTP).
            </Trans>
          ),
        }}
      />
      <HealthCard
        title={<Trans>Data folder</Trans>}
        state={storage.state}
        facts={
          storage.state === 'unused'
            ? []
            : [
                { label: <Trans>Free</Trans>, value: formatBytes(storage.free_bytes, tag) },
                { label: <Trans>Size</Trans>, value: formatBytes(storage.total_bytes, tag) },
              ]
        }
        advice={{
          attention: <Trans>Make room on this disk, or move the data folder to a larger one.</Trans>,
          failed: <Trans>The disk is nearly full. Make room before nothing can be stored.</Trans>,
        }}
      />
      <HealthCard
        title={<Trans>File permissions</Trans>}
        state={access.state}
        facts={access.open_folders.map((folder) => ({
          label: <Trans>Open folder</Trans>,
          value: folder,
        }))}
        advice={{
          attention: (
            <Trans>
              Other users of this machine can read these files. Run chmod -R go-rw on each open folder.
            </Trans>
          ),
        }}
      />
      <RunCard
        title={<Trans>Backup</Trans>}
        run={health.backup}
        late={<Trans>Run npm run backup every day. docs/operations.md says what it needs.</Trans>}
        failed={<Trans>The last backup failed. Run npm run backup: it says why.</Trans>}
      />
      <RunCard
        title={<Trans>Restore test</Trans>}
        run={health.restore_test}
        late={<Trans>Run npm run restore-test every month: only a backup that was restored is one.</Trans>}
        failed={<Trans>The last backup could not be restored. Run npm run restore-test: it says why.</Trans>}
      />
      <RunCard
        title={<Trans>Check of the access log</Trans>}
        run={health.log_check}
        late={<Trans>Run the command verify-log every month. docs/operations.md describes it.</Trans>}
        failed={
          <Trans>
            The access log was changed past Gatehouse. Run the command verify-log: it names the first record.
          </Trans>
        }
      />
    </>
  )
}

interface RunCardProps {
  title: ReactNode
  run: InstallationHealth['backup']
  late: ReactNode
  failed: ReactNode
}

/** What the operator runs beside Gatehouse. */
function RunCard({ title, run, late, failed }: RunCardProps) {
  return (
    <HealthCard
      title={title}
      state={run.state}
      facts={[
        {
          label: <Trans>Last success</Trans>,
          value: <Moment at={run.succeeded_at} none={<Trans>Never</Trans>} />,
        },
        run.failed_at !== null && {
          label: <Trans>Last failure</Trans>,
          value: <Moment at={run.failed_at} />,
        },
      ]}
      advice={{ attention: late, failed }}
    />
  )
}

const GIGABYTE = 1e9
const MEGABYTE = 1e6

function formatBytes(bytes: number, tag: string): string {
  const isLarge = bytes >= GIGABYTE
  const unit = isLarge ? 'gigabyte' : 'megabyte'
  const format = new Intl.NumberFormat(tag, { style: 'unit', unit, maximumFractionDigits: 1 })
  return format.format(bytes / (isLarge ? GIGABYTE : MEGABYTE))
}

function formatMilliseconds(milliseconds: number, tag: string): string {
  return new Intl.NumberFormat(tag, { style: 'unit', unit: 'millisecond' }).format(milliseconds)
}
