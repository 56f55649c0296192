#!/usr/bin/perl
# An SMSC on Net::SMPP, for one session: numbers what it takes, reports it delivered, and brings the text back as a reply.
use strict;
use warnings;
use Net::SMPP;

my $listen = Net::SMPP->new_listen('127.0.0.1', port => $ARGV[0], smpp_version => 0x34) or die "cannot listen: $!";
print "listening\n";
$| = 1;
my $session = $listen->accept or die 'nobody came';
my $number = 0;
while (my $pdu = $session->read_pdu()) {
    my ($command, $seq) = ($pdu->{cmd}, $pdu->{seq});
    if ($command == 0x00000009) {
        my $good = $pdu->{system_id} eq 'meldekette' && $pdu->{password} eq 'geheim';
        $session->bind_transceiver_resp(system_id => 'perl', seq => $seq, $good ? () : (status => 0x0e));
    } elsif ($command == 0x00000015) {
        $session->enquire_link_resp(seq => $seq);
    } elsif ($command == 0x00000006) {
        $session->unbind_resp(seq => $seq);
        last;
    } elsif ($command == 0x00000004) {
        my $id = sprintf('%08X', ++$number);
        $session->submit_sm_resp(message_id => $id, seq => $seq);
        my %back = (source_addr_ton => 1, source_addr_npi => 1, source_addr => $pdu->{destination_addr},
            dest_addr_ton => $pdu->{source_addr_ton}, destination_addr => $pdu->{source_addr}, async => 1);
        $session->deliver_sm(%back, esm_class => 4, data_coding => 0, receipted_message_id => "$id\0", message_state => pack('C', 2),
            short_message => "id:$id sub:001 dlvrd:001 submit date:2611220410 done date:2611220411 stat:DELIVRD err:000 text:");
        $session->deliver_sm(%back, esm_class => $pdu->{esm_class}, data_coding => $pdu->{data_coding},
            short_message => $pdu->{short_message});
    }
}
