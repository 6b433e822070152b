import { Modal, ModalBody } from '@gatehouse/ui/aria/modal'
import { CheckboxInput } from '@gatehouse/ui/core/checkbox-input'
import { Stack } from '@gatehouse/ui/core/stack'
import { Trans, useLingui } from '@lingui/react/macro'
import styles from './keys-modal.module.css'
import { singleKeys } from './palette-keys.ts'

/** Lists the keyboard shortcuts, and turns off single-character ones. */
export function KeysModal({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const isMac = /mac|iphone|ipad/i.test(navigator.userAgent)
  const keys: [string[], string][] = [
    [[isMac ? '⌘' : 'Ctrl', 'K'], t`Search pages, people, sites and actions`],
    [['?'], t`Show the keys`],
    [['Esc'], t`Close the open window`],
    [['Shift', t`Space`], t`Tick the rows in between, in a list`],
  ]
  return (
    <Modal isOpen onClose={onClose} title={<Trans>Keyboard shortcuts</Trans>} isDismissable>
      <ModalBody>
        <Stack gap={24}>
          <dl>
            {keys.map(([pressed, meaning]) => (
              <div key={meaning} className={styles.row}>
                <dt>
                  {pressed.map((key) => (
                    <kbd key={key} className={styles.key}>
                      {key}
                    </kbd>
                  ))}
                </dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
          <CheckboxInput
            label={t`Single-key shortcuts`}
            checked={singleKeys.use() === 'on'}
            onChange={({ target }) => singleKeys.set(target.checked ? 'on' : 'off')}
          />
        </Stack>
      </ModalBody>
    </Modal>
  )
}
