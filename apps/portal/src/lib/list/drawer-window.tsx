import { Modal, ModalBody } from '@gatehouse/ui/aria/modal'
import type { ReactNode } from 'react'

interface DrawerWindowProps {
  title: ReactNode
  onClose: () => void
  children: ReactNode
}

/** The window of a list's drawer. */
export const DrawerWindow = ({ children, ...window }: DrawerWindowProps) => (
  <Modal {...window} isOpen shape="drawer" isDismissable>
    <ModalBody>{children}</ModalBody>
  </Modal>
)
