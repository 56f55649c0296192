import { Menu, type MenuProps } from '@mantine/core';
import { type ReactNode, type Ref, type RefObject, useEffect, useImperativeHandle, useState } from 'react';
import type { MenuPlace } from './useLaterMenu.ts';

type Props = MenuPlace & Pick<MenuProps, 'width' | 'withinPortal'> & { children: ReactNode };

/** A menu that hangs on a button which stood there before it. */
export function HungMenu({ id, button, opened, onChange, children, ...look }: Props) {
  // one that is open from its beginning would not know whom to give the focus back
  const [isThere, setThere] = useState(false);
  useEffect(() => setThere(true), []);
  return (
    <Menu id={id} opened={opened && isThere} onChange={onChange} position="bottom-end" {...look}>
      <Menu.Target>
        <Hook button={button} />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

/** Stands for the button where the menu wants to have it. */
function Hook({ button, ref }: { button: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => button.current!, [button]);
  return null;
}
