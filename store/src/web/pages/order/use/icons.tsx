import { Icon, type IconProps } from '../../../../ui/icons.tsx';

export function TrendDownIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M22 17 13.500 8.500l-5 5L2 7 M16 17h6v-6" />
    </Icon>
  );
}

export function NoSignalIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M12 20h.01 M8.500 16.430a5 5 0 0 1 7 0 M5 12.860a10 10 0 0 1 5.170-2.690 M19 12.860a10 10 0 0 0-2.010-1.520 M2 8.820a15 15 0 0 1 4.180-2.640 M22 8.820a15 15 0 0 0-11.290-3.760 M2 2l20 20" />
    </Icon>
  );
}

export function SpeechIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M7.900 20A9 9 0 1 0 4 16.100L2 22Z" />
    </Icon>
  );
}

export function BellIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M6 8a6 6 0 0 1 12 0c0 7 3 9 3 9H3s3-2 3-9 M10.300 21a1.940 1.940 0 0 0 3.400 0" />
    </Icon>
  );
}
