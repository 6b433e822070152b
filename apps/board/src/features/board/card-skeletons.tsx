import { VisuallyHidden } from '@gatehouse/ui/core/visually-hidden'
import { PersonListSkeleton } from '@gatehouse/ui/staff/person-card'
import { Trans } from '@lingui/react/macro'

/** Cards without people, while the first answer is awaited. */
export function CardSkeletons() {
  return (
    <div>
      <VisuallyHidden>
        <span role="status">
          <Trans>Loading the board…</Trans>
        </span>
      </VisuallyHidden>
      <PersonListSkeleton cards={12} />
    </div>
  )
}
