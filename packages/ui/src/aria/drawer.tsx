import {
  Children,
  createContext,
  Fragment,
  isValidElement,
  type ReactElement,
  type ReactNode,
  useContext,
} from 'react'
import { Button, buttonClass } from '../core/button.tsx'
import { Menu, MenuItem, type MenuItemProps, MenuPlace, type MenuProps } from './menu.tsx'
import { Modal, ModalBody, ModalFooter, type ModalProps } from './modal.tsx'
import styles from './modal.module.css'

interface DrawerProps extends Pick<ModalProps, 'title' | 'onClose' | 'children'> {
  /** What can be done, always in view: buttons, the main one last, or a row's `Menu`. */
  footer?: ReactNode
  /** Called before an action of a `Menu` in the footer. */
  onAct?: (() => void) | undefined
}

/** Details at the right edge of the screen. */
export function Drawer({ footer, onAct = ignore, children, ...window }: DrawerProps) {
  return (
    <Modal {...window} isOpen shape="drawer" isDismissable>
      <ModalBody>{children}</ModalBody>
      <OnAct value={onAct}>
        <MenuPlace value={drawInFooter}>
          <ModalFooter>{footer}</ModalFooter>
        </MenuPlace>
      </OnAct>
    </Modal>
  )
}

/** Why a row has no menu. Shown in the footer of a drawer only. */
export function FooterNote({ children }: { children: ReactNode }) {
  return useContext(MenuPlace) && <p className={styles.note}>{children}</p>
}

const ignore = () => {}
const OnAct = createContext<() => void>(ignore)

const drawInFooter = (menu: MenuProps) => <FooterMenu {...menu} />

/** A menu in a footer: its main actions are buttons, and only the others are in the menu. */
function FooterMenu({ children, ...menu }: MenuProps) {
  const onAct = useContext(OnAct)
  const parts = partsOf(children)
  const buttons = parts.filter(isItem).filter(({ props }) => props.inFooter && !props.isDisabled)
  const left = parts.filter((part) => !buttons.some((button) => button === part))
  const others = left.filter((part, at) => isItem(part) || isBetweenItems(left, at))
  const act = ({ onAction }: MenuItemProps) => {
    onAct()
    onAction?.()
  }
  return (
    <>
      {others.length > 0 && (
        <div className={styles.start}>
          <MenuPlace value={undefined}>
            <Menu {...menu} placement="top start">
              {others.map((part) =>
                isItem(part) ? (
                  <MenuItem {...part.props} key={part.key} onAction={() => act(part.props)} />
                ) : (
                  part
                ),
              )}
            </Menu>
          </MenuPlace>
        </div>
      )}
      {buttons
        .toSorted(
          (one, other) => Number(one.props.inFooter === 'main') - Number(other.props.inFooter === 'main'),
        )
        .map(({ key, props }) =>
          props.href === undefined ? (
            <Button key={key} kind={kindOf(props)} busy={props.isBusy} onClick={() => act(props)}>
              {props.children}
            </Button>
          ) : (
            <a key={key} href={props.href} className={buttonClass({ kind: kindOf(props) })}>
              {props.children}
            </a>
          ),
        )}
    </>
  )
}

const kindOf = ({ inFooter }: MenuItemProps) => (inFooter === 'main' ? 'primary' : 'secondary')

/** The parts of a menu, also those in fragments. */
const partsOf = (children: ReactNode): ReactNode[] =>
  // The outer call gives the parts of fragments their own keys.
  Children.toArray(
    Children.toArray(children).map((part) =>
      isValidElement<{ children: ReactNode }>(part) && part.type === Fragment
        ? partsOf(part.props.children)
        : part,
    ),
  )

const isBetweenItems = (parts: readonly ReactNode[], at: number) =>
  parts.slice(0, at).some(isItem) && parts.slice(at).some(isItem)

const isItem = (part: ReactNode): part is ReactElement<MenuItemProps> =>
  isValidElement(part) && part.type === MenuItem
