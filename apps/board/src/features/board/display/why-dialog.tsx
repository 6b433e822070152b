import { Dialog } from '@gatehouse/ui/core/dialog'
import type { BoardPerson, BoardSite } from '@gatehouse/validation/endpoints/board'
import { Trans } from '@lingui/react/macro'
import { WhyListed } from './why-listed.tsx'

interface WhyDialogProps {
  site: BoardSite
  person: BoardPerson
  onClose: () => void
}

export function WhyDialog({ site, person, onClose }: WhyDialogProps) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`${person.firstName} ${person.lastName}`.trim() || <Trans>Name deleted</Trans>}
    >
      <WhyListed site={site} personId={person.id} />
    </Dialog>
  )
}
