import { ConfirmModal } from '@gatehouse/ui/aria/modal'
import { Notice } from '@gatehouse/ui/core/notice'
import { Stack } from '@gatehouse/ui/core/stack'
import { errorMessages } from '@gatehouse/i18n/error-messages'
import type { Site } from '@gatehouse/validation/endpoints/sites'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useErrorMessage } from '../../lib/errors.ts'
import { toast } from '../../lib/toaster.ts'
import { changeSite } from './queries.ts'

interface ArchiveQuestionProps {
  site: Pick<Site, 'id' | 'name' | 'methods_total'>
  onClose: () => void
}

/** Asks before a site is archived, and shows who prevents it. */
export function ArchiveQuestion({ site, onClose }: ArchiveQuestionProps) {
  const { t } = useLingui()
  const errorMessage = useErrorMessage()
  const archive = useMutation({
    mutationFn: () => changeSite(site.id, 'archive'),
    onSuccess: (blocked) => {
      if (blocked) return
      toast('success', t`${site.name} is archived.`)
      onClose()
    },
  })
  const people = archive.data?.people
  const others = people ? people.total - people.names.length : 0
  return (
    <ConfirmModal
      isOpen
      onClose={onClose}
      onConfirm={() => archive.mutate()}
      isBusy={archive.isPending}
      title={<Trans>Archive {site.name}?</Trans>}
      confirmLabel={<Trans>Archive</Trans>}
      cancelLabel={<Trans>Cancel</Trans>}
      isDanger
    >
      <Stack>
        <p>
          <Plural
            value={site.methods_total}
            _0="Its board closes. Its visits stay in the log, and you can restore the site."
            one="Its sign-in method stops working and its board closes. Its visits stay in the log, and you can restore the site."
            other="Its # sign-in methods stop working and its board closes. Its visits stay in the log, and you can restore the site."
          />
        </p>
        {people && (
          <Notice kind="caution" live="polite" title={t(errorMessages.people_on_site)}>
            <span>{people.names.join(', ')}</span>{' '}
            {others > 0 && <Plural value={others} one="and # more" other="and # more" />}
          </Notice>
        )}
        {archive.error && (
          <Notice kind="danger" live="assertive">
            {errorMessage(archive.error)}
          </Notice>
        )}
      </Stack>
    </ConfirmModal>
  )
}
