import { Menu, MenuItem, MenuSection, MenuSeparator } from '@gatehouse/ui/aria/menu'
import { ConfirmModal, Modal, ModalBody, ModalFooter } from '@gatehouse/ui/aria/modal'
import { Popover } from '@gatehouse/ui/aria/popover'
import { Button } from '@gatehouse/ui/core/button'
import { Dialog } from '@gatehouse/ui/core/dialog'
import { Field } from '@gatehouse/ui/core/field'
import { TextInput } from '@gatehouse/ui/core/text-input'
import { Trans, useLingui } from '@lingui/react/macro'
import { Printer, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { FormSample } from './field-samples.tsx'
import { SampleRow, Samples } from './samples.tsx'

type Open = 'window' | 'drawer' | 'confirm' | 'dialog' | 'form'

export function OverlaySamples() {
  const { t } = useLingui()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  return (
    <Samples title={<Trans>Windows and menus</Trans>}>
      <SampleRow>
        <Button onClick={() => setOpen('window')}>
          <Trans>Window</Trans>
        </Button>
        <Button onClick={() => setOpen('drawer')}>
          <Trans>Drawer</Trans>
        </Button>
        <Button onClick={() => setOpen('confirm')}>
          <Trans>Question</Trans>
        </Button>
        <Button onClick={() => setOpen('dialog')}>
          <Trans>Plain dialog</Trans>
        </Button>
        <Button onClick={() => setOpen('form')}>
          <Trans>Form</Trans>
        </Button>
        <Menu trigger={<Trans>Menu</Trans>}>
          <MenuSection title={t`Site`}>
            <MenuItem icon={<Printer size={18} />} hint={t`With a hint`}>{t`Print`}</MenuItem>
            <MenuItem isDisabled>{t`Not now`}</MenuItem>
          </MenuSection>
          <MenuSeparator />
          <MenuItem icon={<Trash2 size={18} />} isDanger>{t`Delete`}</MenuItem>
        </Menu>
        <Popover title={t`Panel`} trigger={<Trans>Panel</Trans>}>
          <p>
            <Trans>A message that belongs to the page.</Trans>
          </p>
        </Popover>
      </SampleRow>
      <Modal
        isOpen={open === 'window' || open === 'drawer'}
        onClose={close}
        title={open === 'drawer' ? t`Drawer` : t`Window`}
        shape={open === 'drawer' ? 'drawer' : 'window'}
      >
        <ModalBody>
          <Field label={t`Name`}>
            <TextInput defaultValue="Amelia Álvarez" />
          </Field>
        </ModalBody>
        <ModalFooter>
          <Button onClick={close}>
            <Trans>Cancel</Trans>
          </Button>
          <Button kind="primary" onClick={close}>
            <Trans>Save</Trans>
          </Button>
        </ModalFooter>
      </Modal>
      {open === 'form' && <FormSample onClose={close} />}
      <ConfirmModal
        isOpen={open === 'confirm'}
        onClose={close}
        onConfirm={close}
        title={t`Delete 3 sites?`}
        confirmLabel={t`Delete`}
        cancelLabel={t`Cancel`}
        isDanger
      >
        <Trans>12 people are on them now.</Trans>
      </ConfirmModal>
      <Dialog
        isOpen={open === 'dialog'}
        onClose={close}
        title={t`Plain dialog`}
        actions={<Button onClick={close}>{t`Close`}</Button>}
      >
        <p>
          <Trans>The browser’s own window, for the guest app and the board.</Trans>
        </p>
      </Dialog>
    </Samples>
  )
}
