import { Menu, type MenuProps } from '@mantine/core';
import { type ReactNode, type Ref, type RefObject, useEffect, useImperativeHandle, useState } from 'react';
import type { MenuPlace } from './useLazyMenu.ts';

type Props = MenuPlace & Pick<MenuProps, 'width' | 'withinPortal'> & { children: ReactNode };

/** A menu attached to an existing button. */
export function HungMenu({ id, button, opened, onChange, children, ...look }: Props) {
  // a menu mounted open can't return the focus
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

function Hook({ button, ref }: { button: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => button.current!, [button]);
  return null;
}
