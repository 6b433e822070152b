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
  const { database, clock, migrations, storage, usage, file_access: access } = health
  const isStoreShared = health.image_store.state === 'good'
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
        advice={{ failed: <Trans>Restart Gatehouse to migrate the database.</Trans> }}
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
          attention: <Trans>Set both machines to the same time server (NTP).</Trans>,
          failed: (
            <Trans>
              With more than a minute of difference, times in the log are wrong and attempt limits are too
              loose. Set both machines to the same time server (NTP).
            </Trans>
          ),
        }}
      />
      <HealthCard
        title={<Trans>Storage</Trans>}
        state={isStoreShared || storage.state === 'failed' ? storage.state : 'attention'}
        facts={[
          ...(storage.state === 'unused'
            ? []
            : [
                { label: <Trans>Free</Trans>, value: formatBytes(storage.free_bytes, tag) },
                { label: <Trans>Size</Trans>, value: formatBytes(storage.total_bytes, tag) },
              ]),
          { label: <Trans>Visits</Trans>, value: formatBytes(usage.visits, tag) },
          { label: <Trans>Access log</Trans>, value: formatBytes(usage.access_log, tag) },
          { label: <Trans>Images</Trans>, value: formatBytes(usage.images, tag) },
          { label: <Trans>Backups</Trans>, value: formatBytes(usage.backups, tag) },
        ]}
        advice={{
          attention: isStoreShared ? (
            <Trans>The disk is almost full. Free up space or move the data folder.</Trans>
          ) : (
            <Trans>
              This node stores photos and logos elsewhere than the other nodes. Give all nodes the same folder
              or bucket.
            </Trans>
          ),
          failed: <Trans>The disk is almost full. Free up space before storing fails.</Trans>,
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
        size={health.backup.bytes === null ? undefined : formatBytes(health.backup.bytes, tag)}
        late={
          <Trans>
            Gatehouse makes one each night if BACKUP_NIGHTLY is on. Run npm run backup to make one now.
          </Trans>
        }
        failed={<Trans>The last backup failed. Run npm run backup to see why.</Trans>}
      />
      <RunCard
        title={<Trans>Restore test</Trans>}
        run={health.restore_test}
        late={<Trans>Run npm run restore-test every month to check that a backup can be restored.</Trans>}
        failed={<Trans>The last backup could not be restored. Run npm run restore-test to see why.</Trans>}
      />
      <RunCard
        title={<Trans>Access log check</Trans>}
        run={health.log_check}
        late={<Trans>Run verify-log every month. See docs/operations.md.</Trans>}
        failed={
          <Trans>
            The access log was changed outside Gatehouse. Run verify-log to find the first record.
          </Trans>
        }
      />
    </>
  )
}

interface RunCardProps {
  title: ReactNode
  run: InstallationHealth['restore_test']
  size?: string | undefined
  late: ReactNode
  failed: ReactNode
}

/** What the operator runs besides Gatehouse. */
function RunCard({ title, run, size, late, failed }: RunCardProps) {
  return (
    <HealthCard
      title={title}
      state={run.state}
      facts={[
        {
          label: <Trans>Last success</Trans>,
          value: <Moment at={run.succeeded_at} none={<Trans>Never</Trans>} />,
        },
        size !== undefined && { label: <Trans>Size</Trans>, value: size },
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
